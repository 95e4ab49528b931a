"""Rounds drawn from what was played: who has met, who meets next and why, brackets and who goes
on."""
