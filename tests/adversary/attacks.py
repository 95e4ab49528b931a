"""Attacks step by step, as by someone who has read the pages of a table or of the desk.

Each begins at a step of the session and sends its requests through the explorer, which records
leaks.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import NamedTuple

from django.urls import reverse

from tests.adversary.evening import PLANS, Plan
from tests.adversary.explorer import Answered, Explorer, Request
from tournaments.models import Play
from tournaments.queries.phone.table_codes import code_of

MITCHELL, HOWELL, TRIPLES = PLANS[0], replace(PLANS[1], tables_make_up=True), PLANS[6]
INDIVIDUAL = replace(PLANS[5], tables_make_up=True)

ACCEPTED = 302
# Number of tables that are attacked; further ones would answer the same.
_TABLES = 2


class Attack(NamedTuple):
    """Who attacks which event at which step, and how; `number` is the adversary's contestant."""

    plan: Plan
    role: str
    at: str
    ask: Callable[[Explorer], None]
    number: int = 1


def claim_everybody(explorer: Explorer) -> None:
    """Claim a new device for each contestant, and read boards at the tables it is sent to.

    It reads the results of all boards there and prepares the next ones.
    """
    for code in _codes_by_claims(explorer)[:_TABLES]:
        for number in _boards(explorer):
            _get(explorer, "table_board", code, number)
        for number in explorer.evening.session.boards.values_list("number", flat=True):
            _post(explorer, {"way": "runs"}, "table_prepare_board", code, number)


def open_boards_here(explorer: Explorer) -> None:
    """Prepare every board that the person's own table is asked to prepare."""
    for table in explorer.truth.own_tables():
        for number in _boards(explorer):
            _post(explorer, {"way": "runs"}, "table_prepare_board", code_of(table), number)


def speak_for_everybody(explorer: Explorer) -> None:
    """Claim each contestant, read their objections, and object for them."""
    event, code = explorer.evening.event, _own_code(explorer)
    for contestant in event.contestants.order_by("number"):
        if (
            _post(explorer, {"holder": str(contestant.number)}, "table_side", code).status
            == ACCEPTED
        ):
            _get(explorer, "scorecard", event.club.slug, event.slug, contestant.number)
            plays = Play.objects.filter(seating__places__contestant=contestant).exclude(revision=0)
            for play in plays.distinct().order_by("-pk")[:2]:
                where = [event.club.slug, event.slug, contestant.number, play.pk]
                _post(explorer, {"words": "it was otherwise"}, "objection", *where)


def read_codes_at_the_desk(explorer: Explorer) -> None:
    """Look for codes at the desk and in the API, and use them without signing in."""
    evening = explorer.evening
    _get(explorer, "event_desk", evening.event.pk)
    _get(explorer, "table_sheets", evening.event.pk)
    _get(explorer, "api_tables", evening.session.pk)
    for code in list(explorer.learned)[:_TABLES]:
        for number in _boards(explorer):
            _get(explorer, "table_board", code, number, device=1)


def read_awards(explorer: Explorer) -> None:
    """Open the awards page of every play of a round that is over."""
    for play in explorer.evening.plays(seating__round__number=1):
        _get(explorer, "desk_awards", explorer.evening.event.pk, play.pk)


def look_round_the_desk(explorer: Explorer) -> None:
    """Read codes and awards at the desk."""
    read_codes_at_the_desk(explorer)
    read_awards(explorer)


def correct_own_plays(explorer: Explorer) -> None:
    """Correct the person's own plays of later rounds, with several claims about cards."""
    event = explorer.evening.event
    own_plays = [
        play
        for play in explorer.evening.plays(state=Play.State.DUE)
        if explorer.truth.sits_at(play)
    ]
    for play in own_plays[-2:]:
        for _turn in range(4):
            address = reverse("desk_play", args=[event.pk, play.pk])
            form_data = {**explorer.guessed(address), "kind": "correction"}
            explorer.ask(Request(0, "POST", address, form_data))


# Attacks by the step that they start with.
ATTACKS: Mapping[str, Attack] = {
    "claims": Attack(
        INDIVIDUAL, "player with a new phone", "round 2 played elsewhere", claim_everybody, 8
    ),
    "boards of one's own table": Attack(HOWELL, "player", "round 2 begun", open_boards_here),
    "words of others": Attack(
        MITCHELL, "player with a new phone", "round 2 played elsewhere", speak_for_everybody
    ),
    "the desk": Attack(
        MITCHELL, "director who plays", "round 2 played elsewhere", look_round_the_desk
    ),
    "corrections before the round": Attack(
        TRIPLES, "director who plays", "round 1 begun", correct_own_plays
    ),
}


def _codes_by_claims(explorer: Explorer) -> list[str]:
    """Return codes that a device learns by claiming each contestant at table after table."""
    contestants = range(1, explorer.evening.event.contestants.count() + 1)
    claimed_codes, known_codes = set[str](), [_own_code(explorer)]
    while new := [code for code in known_codes if code not in claimed_codes][
        : _TABLES - len(claimed_codes)
    ]:
        for number in contestants:
            _post(explorer, {"holder": str(number)}, "table_side", new[0])
        claimed_codes.add(new[0])
        known_codes += [code for code in explorer.learned if code not in known_codes]
    return list(explorer.learned)


def _own_code(explorer: Explorer) -> str:
    return code_of(explorer.truth.own_tables()[0])


def _boards(explorer: Explorer) -> list[int]:
    """Return the numbers of boards that the person still has to play."""
    boards = explorer.evening.session.boards.filter(pk__in=explorer.truth.due).order_by("number")
    return list(boards.values_list("number", flat=True))


def _get(explorer: Explorer, name: str, *args: object, device: int = 0) -> None:
    explorer.ask(Request(device, "GET", reverse(name, args=args)))


def _post(explorer: Explorer, form_data: Mapping[str, str], name: str, *args: object) -> Answered:
    address = reverse(name, args=args)
    return explorer.ask(Request(0, "POST", address, {**explorer.guessed(address), **form_data}))
