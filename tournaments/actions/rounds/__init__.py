"""Acts on a session and its rounds: dealt, started, drawn, swapped, ended; and how plans become
rows."""
