"""Pages of an event as a whole: create, edit, copy, divide, publish and delete it."""
