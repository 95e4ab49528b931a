"""Substitutes in an event file: whether they could have come to a place, and their rows."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.order import Value, ascending, inside, known
from tournaments.actions.event_file.shape.columns import NUMBER
from tournaments.actions.event_file.shape.shapes import Object
from tournaments.models import Place, Player, Substitution

SUBSTITUTE = Object({"board": NUMBER, "player": NUMBER})


def substitute_problems(
    place: Value, players: Collection[int], boards: Collection[int], path: str
) -> Iterator[Problem]:
    """Everything wrong with who came to a place later: where nobody is known to have sat, nobody did."""
    at = f"{path}.substitutes"
    yield from ascending(place["substitutes"], "board", at)
    if place["substitutes"] and place["player"] is None:
        template = _("%(path)s: somebody is known to have sat there before.")
        yield Problem("substitute_for_nobody", template, {"path": at}, at)
    for each, here in inside(place["substitutes"], at):
        yield from known(each["board"], boards, f"{here}.board")
        yield from known(each["player"], players, f"{here}.player")


def store_substitutes(places: Iterable[tuple[Place, Value]], players: Mapping[int, Player]) -> None:
    """Whoever came to some places later."""
    Substitution.objects.bulk_create(
        Substitution(place=place, board=each["board"], player=players[each["player"]])
        for place, values in places
        for each in values["substitutes"]
    )
