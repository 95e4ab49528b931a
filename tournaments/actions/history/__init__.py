"""Acts that can be undone: how they are recorded, undone, done again, tried out, and gone back
on."""
