"""An event from its event file: the shape of its values, what they say together, and its rows."""
