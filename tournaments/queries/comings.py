"""What it comes to where somebody leaves or comes: who rests then, and where a newcomer sits."""

from collections.abc import Mapping, Sequence

from games.game import Game
from games.text import Words, listed
from games.text import gettext_noop as _
from tournaments.models import Board, Contestant, Play, Round, Seating, Section, Session, Table
from tournaments.queries.free_tables import NEWCOMER, FreeTable, slots_of
from tournaments.queries.rounds_to_come import rounds_to_come
from tournaments.queries.turns import Turn

_REST = _("Round %(round)s: %(names)s would rest.")
_MOVES = _("Round %(round)s, instead of sitting out: %(moves)s.")
_PLAYS_AT = _("%(name)s at table %(table)s")
_COST = _(
    "Those who sit out do not play the boards of that round, and are ranked by the boards they "
    "have played. "
    "Nobody sits out twice."
)
_NUMBER = _("They would be number %(number)s.")
_REPLACED = _("Who takes over would be number %(number)s.")
_AT_TABLE = _("Round %(round)s, table %(table)s: %(names)s. Boards: %(boards)s.")

Rests = list[list[int]]
"""The number of each round, and after it the rows of those who rest in it."""


def rests_without(session: Session, gone: Contestant, *, replaced: bool) -> Rests:
    """Who would rest without somebody: now, if he has boards to play, and later unless he is
    `replaced`."""
    coming = [] if replaced else rounds_to_come(session)
    his = Seating.objects.filter(round__section__session=session, places__contestant=gone)
    now = his.filter(
        round__started_at__isnull=False, round__ended_at=None, plays__state=Play.State.DUE
    )
    rows = {*his.filter(round__in=coming), *now}
    found: dict[int, set[int]] = {}
    for each in Seating.objects.filter(pk__in=[each.pk for each in rows]).select_related("round"):
        others = each.places.exclude(contestant=gone).values_list("contestant", flat=True)
        found.setdefault(each.round.number, set()).update(others)
    return [[number, *sorted(found[number])] for number in sorted(found)]


def comings_in_words(answer: object) -> list[Words]:
    """Under which number somebody comes, who moves, and who rests in which round, as a repair
    answers."""
    if not isinstance(answer, Mapping):
        return []
    moves, rests = answer.get("moves", ()), answer.get("rests", ())
    return [*_number_in_words(answer), *_moves_in_words(moves), *_rests_in_words(rests)]


def turns_of_newcomer(section: Section, tables: Sequence[FreeTable]) -> list[Turn]:
    """His rounds to come at the tables that were found for him; he rests in the others."""
    rounds = [each for each in rounds_to_come(section.session) if each.section_id == section.pk]
    return [turn for round_ in rounds for turn in _turns(section, round_, tables)]


def sit_outs_in_words(section: Section, tables: Sequence[FreeTable]) -> list[Words]:
    """Who sits out in which round, because the newcomer is given the seat, and what that costs
    them."""
    numbers = {each.pk: each.number for each in rounds_to_come(section.session)}
    found = [
        [numbers[each.round], each.sits_out]
        for each in tables
        if each.sits_out and each.round in numbers
    ]
    return [*_rests_in_words(found), *([Words(_COST)] if found else [])]


def tables_in_words(section: Section, tables: Sequence[FreeTable]) -> list[Words]:
    """Who would sit at each of some tables, with which boards, by round."""
    numbers = {each.pk: each.number for each in rounds_to_come(section.session)}
    known = [each for each in tables if each.round in numbers]
    return [
        Words(_AT_TABLE, _said(section, numbers[each.round], each))
        for each in sorted(known, key=lambda each: (numbers[each.round], each.table))
    ]


def _said(section: Section, round_: int, table: FreeTable) -> dict[str, object]:
    names = dict(Contestant.objects.filter(pk__in=table.seated).values_list("pk", "name"))
    return {
        "round": round_,
        "table": Table(section=section, number=table.table).label,
        "names": " · ".join(names[pk] for pk in table.seated if pk in names),
        "boards": ", ".join(map(str, _numbers(table))),
    }


def _number_in_words(answer: Mapping[str, object]) -> list[Words]:
    """Whoever leaves has his own; what was tried out is gone again, and so is a newcomer's row."""
    if "rests" in answer:
        return [Words(_REPLACED, {"number": answer["comes"]})] if answer["comes"] else []
    return [Words(_NUMBER, {"number": answer["number"]})] if "number" in answer else []


def _moves_in_words(moves: Sequence[tuple[int, str, int]]) -> list[Words]:
    """Who plays where because a place was freed, a sentence for each round."""
    names = dict(
        Contestant.objects.filter(pk__in=[pk for *_where, pk in moves]).values_list("pk", "name")
    )
    rounds: dict[int, list[Words]] = {}
    for number, table, pk in moves:
        rounds.setdefault(number, []).append(Words(_PLAYS_AT, {"name": names[pk], "table": table}))
    return [
        Words(_MOVES, {"round": number, "moves": listed(there)}) for number, there in rounds.items()
    ]


def _rests_in_words(rests: Rests) -> list[Words]:
    rows = [pk for _number, *pks in rests for pk in pks]
    names = dict(Contestant.objects.filter(pk__in=rows).values_list("pk", "name"))
    return [
        Words(_REST, {"round": number, "names": ", ".join(names[pk] for pk in pks if pk in names)})
        for number, *pks in rests
    ]


def _turns(section: Section, round_: Round, tables: Sequence[FreeTable]) -> list[Turn]:
    found = [_turn(section, round_.number, each) for each in tables if each.round == round_.pk]
    return found or [Turn(round_.number)]


def _turn(section: Section, round_: int, table: FreeTable) -> Turn:
    event = section.session.stage.event
    on = [_line_of(event.game, seats) for seats in slots_of(event).values()]
    line = on[table.seated.index(NEWCOMER)]
    others = [pk for pk, other in zip(table.seated, on, strict=True) if other != line]
    opponents = Contestant.objects.filter(pk__in=others).order_by("number")
    label = Table(section=section, number=table.table).label
    return Turn(round_, label, line, tuple(opponents), tuple(_numbers(table)))


def _line_of(game: Game, seats: Sequence[str]) -> str:
    return next(line for line, own in game.lines.items() if set(seats) <= set(own))


def _numbers(table: FreeTable) -> list[int]:
    boards = Board.objects.filter(pk__in=table.boards).order_by("number")
    return list(boards.values_list("number", flat=True))
