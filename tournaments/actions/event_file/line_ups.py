"""Line-ups and substitutes of an event file: their checks, and storing their rows."""

from collections.abc import Collection, Iterable, Iterator, Mapping

from games.problems import Problem
from games.text import gettext_noop as _
from tournaments.actions.event_file.list_checks import (
    JsonObject,
    items_with_paths,
    order_problems,
    problem_at,
    reference_problems,
)
from tournaments.actions.event_file.schema.columns import NUMBER
from tournaments.actions.event_file.schema.types import ObjectOf
from tournaments.models import Contestant, LineUp, Player, Round, SeatHolder, Substitution

SUBSTITUTE = ObjectOf({"board": NUMBER, "player": NUMBER})

# The numbers of each team's players, by the team's number.
TeamPlayers = Mapping[int, Collection[int]]


def line_up_problems(
    round_: JsonObject, teams: TeamPlayers, seats: Collection[str], path: str
) -> Iterator[Problem]:
    """Yield a problem for each line-up of a round that no team of the round could have.

    A line-up must have one player of the team for each of the `seats`, in alphabetical order.
    """
    yield from order_problems(round_["line_ups"], "contestant", f"{path}.line_ups")
    seated_numbers = {
        seat_holder["contestant"]
        for seating in round_["seatings"]
        for seat_holder in seating["places"]
    }
    for line_up, item_path in items_with_paths(round_["line_ups"], f"{path}.line_ups"):
        if line_up["contestant"] not in seated_numbers:
            template = _("%(path)s does not play in this round.")
            yield problem_at(f"{item_path}.contestant", "line_up_of_nobody", template)
        if [seat["seat"] for seat in line_up["seats"]] != sorted(seats):
            template = _(
                "%(path)s: write one player for each seat, in alphabetical order of the seats."
            )
            yield problem_at(f"{item_path}.seats", "wrong_seats", template)
        players = [seat["player"] for seat in line_up["seats"]]
        if len({*players}) < len(players) or {*players}.difference(
            teams.get(line_up["contestant"], ())
        ):
            template = _("%(path)s: seats must go to different players of the team.")
            yield problem_at(f"{item_path}.seats", "wrong_line_up", template)


def store_line_ups(
    rounds: Iterable[tuple[Round, JsonObject]],
    contestants: Mapping[int, Contestant],
    players: Mapping[int, Player],
) -> None:
    """Store the line-ups of rounds; contestants and players are keyed by number."""
    LineUp.objects.bulk_create(
        LineUp(
            round=round_,
            contestant=contestants[line_up["contestant"]],
            seat=seat["seat"],
            player=players[seat["player"]],
        )
        for round_, values in rounds
        for line_up in values["line_ups"]
        for seat in line_up["seats"]
    )


def substitute_problems(
    seat_holder: JsonObject,
    player_numbers: Collection[int],
    board_numbers: Collection[int],
    path: str,
) -> Iterator[Problem]:
    """Yield every problem with the substitutes of a seat.

    A seat without a player cannot have substitutes.
    """
    list_path = f"{path}.substitutes"
    yield from order_problems(seat_holder["substitutes"], "board", list_path)
    if seat_holder["substitutes"] and seat_holder["player"] is None:
        template = _("%(path)s: another player is already recorded in this seat.")
        yield problem_at(list_path, "substitute_for_nobody", template)
    for substitute, item_path in items_with_paths(seat_holder["substitutes"], list_path):
        yield from reference_problems(substitute["board"], board_numbers, f"{item_path}.board")
        yield from reference_problems(substitute["player"], player_numbers, f"{item_path}.player")


def store_substitutes(
    seat_holders: Iterable[tuple[SeatHolder, JsonObject]], players: Mapping[int, Player]
) -> None:
    """Store the substitutes of seat holders; `players` are keyed by number."""
    Substitution.objects.bulk_create(
        Substitution(
            place=seat_holder, from_board=substitute["board"], player=players[substitute["player"]]
        )
        for seat_holder, values in seat_holders
        for substitute in values["substitutes"]
    )
