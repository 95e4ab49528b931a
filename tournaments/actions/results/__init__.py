"""Acts on plays: a table enters, a slip is typed, a director decides; and what is asked on the
way."""
