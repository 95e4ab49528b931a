"""The base classes of movements, the plans they make, and the checks of a plan."""
