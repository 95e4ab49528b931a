"""From X to awards to standings, exact: one file a method, and what all of them stand on. Pure
Python."""
