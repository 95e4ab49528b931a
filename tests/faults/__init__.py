"""The whole product with its processes killed, stopped and misled; in the end nothing accepted
is missing."""
