"""Line-ups and substitutes in an event file: whether they could have been said, and their rows."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.list_checks import (
    Value,
    items_with_paths,
    order_problems,
    reference_problems,
)
from tournaments.actions.event_file.schema.columns import NUMBER
from tournaments.actions.event_file.schema.types import ObjectOf
from tournaments.models import Contestant, LineUp, Player, Round, SeatHolder, Substitution

SUBSTITUTE = ObjectOf({"board": NUMBER, "player": NUMBER})

TeamPlayers = Mapping[int, Collection[int]]
"""The numbers of a team's players by its own."""


def line_up_problems(
    round_: Value, teams: TeamPlayers, seats: Collection[str], path: str
) -> Iterator[Problem]:
    """Everything wrong with the line-ups of a round: each is of a team seated in it."""
    yield from order_problems(round_["line_ups"], "contestant", f"{path}.line_ups")
    seated = {place["contestant"] for seating in round_["seatings"] for place in seating["places"]}
    for line_up, at in items_with_paths(round_["line_ups"], f"{path}.line_ups"):
        if line_up["contestant"] not in seated:
            template = _("%(path)s does not play in this round.")
            yield _at(f"{at}.contestant", "line_up_of_nobody", template)
        if [each["seat"] for each in line_up["seats"]] != sorted(seats):
            template = _(
                "%(path)s: write one player for each seat, in alphabetical order of the seats."
            )
            yield _at(f"{at}.seats", "wrong_seats", template)
        players = [each["player"] for each in line_up["seats"]]
        if len({*players}) < len(players) or {*players}.difference(
            teams.get(line_up["contestant"], ())
        ):
            template = _("%(path)s: seats must go to different players of the team.")
            yield _at(f"{at}.seats", "wrong_line_up", template)


def store_line_ups(
    rounds: Iterable[tuple[Round, Value]],
    contestants: Mapping[int, Contestant],
    players: Mapping[int, Player],
) -> None:
    """The rows of the line-ups of some rounds."""
    LineUp.objects.bulk_create(
        LineUp(
            round=round_,
            contestant=contestants[line_up["contestant"]],
            seat=each["seat"],
            player=players[each["player"]],
        )
        for round_, values in rounds
        for line_up in values["line_ups"]
        for each in line_up["seats"]
    )


def _at(path: str, code: str, template: str) -> Problem:
    return Problem(code, template, {"path": path}, path)


def substitute_problems(
    place: Value, players: Collection[int], boards: Collection[int], path: str
) -> Iterator[Problem]:
    """Everything wrong with who came to a place later: where nobody is known to have sat, nobody
    did."""
    at = f"{path}.substitutes"
    yield from order_problems(place["substitutes"], "board", at)
    if place["substitutes"] and place["player"] is None:
        template = _("%(path)s: another player is already recorded in this seat.")
        yield Problem("substitute_for_nobody", template, {"path": at}, at)
    for each, here in items_with_paths(place["substitutes"], at):
        yield from reference_problems(each["board"], boards, f"{here}.board")
        yield from reference_problems(each["player"], players, f"{here}.player")


def store_substitutes(
    places: Iterable[tuple[SeatHolder, Value]], players: Mapping[int, Player]
) -> None:
    """Whoever came to some places later."""
    Substitution.objects.bulk_create(
        Substitution(place=place, from_board=each["board"], player=players[each["player"]])
        for place, values in places
        for each in values["substitutes"]
    )
