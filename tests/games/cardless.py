"""A game without cards, for what must be refused of it."""

from games.game import Game


class Tally(Game):
    """A game known by its results only."""

    key, name, source = "tally", "Tally", "made up for the tests"
    lines, fields = {}, ()
    problems = x = notation = None
