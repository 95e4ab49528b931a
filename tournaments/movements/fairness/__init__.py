"""How evenly a plan treats those who play it, in figures."""
