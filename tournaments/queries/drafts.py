"""What the sides of a table have kept of a board that is played in several legs."""

from games.game import Game
from tournaments.models import Draft, Play

Said = dict[str, str]
"""The text of each field that was filled in, by its name."""


def draft_of(play: Play, side: str) -> Said:
    """What a side has kept; nothing where it has not."""
    return next((each.said for each in drafts_of(play) if each.side == side), {})


def drafts_of(play: Play) -> list[Draft]:
    """What each side has kept that has kept anything, with the phone that was the last to keep it."""
    return list(Draft.objects.filter(play=play))


def legs_kept(game: Game, said: Said) -> tuple[int, ...]:
    """The legs of which everything is filled in."""
    of_leg: dict[int, list[str]] = {}
    for field in game.fields:
        if field.leg is not None:
            of_leg.setdefault(field.leg, []).append(field.name)
    return tuple(leg for leg, names in of_leg.items() if all(name in said for name in names))
