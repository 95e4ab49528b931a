"""Rows to scoring to rows: the only place where facts become awards and standings."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import NamedTuple

from django.db import transaction
from django.db.models import Count, F, Max, Q, QuerySet
from django.utils import timezone

from games.game import X
from scoring.catalogue import get_tiebreaks
from scoring.method import Scale
from scoring.standings import Counted, Row, rank, tally
from scoring.tiebreaks import Group, History, Played, part, together
from tournaments.models import Award, Board, Contestant, Penalty, Place, Play, Snapshot, Stage

_SCORED = (Play.State.ENTERED, Play.State.CONFIRMED, Play.State.RULED)


def rescore_board(board_id: int) -> int | None:
    """Rewrite the awards of a board unless they are up to date; returns its stage when they were not.

    The board's row is locked (on SQLite the whole database is), so two of these never interleave.
    """
    with transaction.atomic():
        board = _locked(board_id)
        plays = list(board.plays.select_related("entry"))
        if all(play.scored_revision == play.revision for play in plays):
            return None
        Award.objects.filter(play__board=board).delete()
        Award.objects.bulk_create(_awards(board, plays))
        for play in plays:  # the revision that was read, not the one there now
            if play.scored_revision != play.revision:
                Play.objects.filter(pk=play.pk).update(scored_revision=play.revision)
        stage = board.session.stage
        Stage.objects.filter(pk=stage.pk).update(awards_revision=F("awards_revision") + 1)
        return stage.pk


def refresh_standings(stage_id: int) -> None:
    """Store the standings of a stage as its next snapshot, unless the last one is of the same awards."""
    with transaction.atomic():
        stage = Stage.objects.select_for_update().select_related("event").get(pk=stage_id)
        last = stage.snapshots.order_by("number").last()
        if last and last.awards_revision == stage.awards_revision:
            return
        Snapshot.objects.create(
            stage=stage,
            number=last.number + 1 if last else 1,
            awards_revision=stage.awards_revision,
            standings=standings(stage),
            at=timezone.now(),
        )


def boards_behind() -> Iterable[int]:
    """Boards with an entry that is not scored yet."""
    return list(Play.objects.behind().order_by().values_list("board_id", flat=True).distinct())


def stages_behind() -> Iterable[int]:
    """Stages whose awards are newer than their standings."""
    shown = Stage.objects.annotate(shown=Max("snapshots__awards_revision")).filter(awards_revision__gt=0)
    return list(shown.filter(Q(shown=None) | Q(shown__lt=F("awards_revision"))).values_list("pk", flat=True))


def _locked(board_id: int) -> Board:
    boards = Board.objects.select_for_update(of=("self",)).select_related("session__stage__event")
    return boards.get(pk=board_id)


def _awards(board: Board, plays: list[Play]) -> Iterator[Award]:
    """The awards of every line of every play that has a result."""
    event = board.session.stage.event
    results = [
        (play, event.game.x(play.entry.outcome, board.conditions))
        for play in plays
        if play.entry and play.state in _SCORED
    ]
    due = sum(play.state != Play.State.VOID for play in plays)
    for line in event.game.lines:
        said = [(play, xs[line]) for play, xs in results]
        if not said:
            return
        ordinary = [x for play, x in said if not play.flagged]
        scale = event.method.scale(ordinary, [x for play, x in said if play.flagged], due)
        yield from (_award(play, line, x, scale) for play, x in said)


def _award(play: Play, line: str, x: X, scale: Scale) -> Award:
    award = scale.award(x, play.flagged)
    return Award(
        play=play,
        line=line,
        x_text=str(x),
        low_text=str(scale.low),
        high_text=str(scale.high),
        award_text="" if award is None else str(award),
    )


Owners = dict[tuple[int, str], list[int]]
"""Who gets the award of a line at a seating: contestants by (seating, line)."""


class _Stored(NamedTuple):
    """An award as it was stored; `award` is blank where the method gave none."""

    play: int
    seating: int
    board: int
    line: str
    x: str
    award: str


def standings(stage: Stage) -> dict[str, object]:
    """The standings of a stage as pages and commands give them: exact numbers as text."""
    return standings_of(stage, Award.objects.filter(play__board__session__stage=stage))


def standings_of(stage: Stage, awards: QuerySet[Award]) -> dict[str, object]:
    """The standings that some of a stage's awards make.

    Lines are ranked apart while nobody is to sit on both, otherwise together as the line `all`.
    """
    owners, stored = _owners(stage), _stored(awards)
    parting, tops = _tiebreaking(stage, owners, stored), _tops(stage)
    ranking = dict.fromkeys(stage.event.game.lines, "all")
    if _apart(owners):
        ranking = {line: line for line in ranking}
    counted: dict[str, list[Counted[int]]] = defaultdict(list)
    for (_seating, line), contestants in owners.items():  # who has no award yet is listed, without a place
        counted[ranking[line]] += [Counted(contestant, None) for contestant in contestants]
    for each in stored:
        award, top = Fraction(each.award) if each.award else None, tops.get(each.board)
        counted[ranking[each.line]] += [Counted(who, award, top) for who in owners[each.seating, each.line]]
    return {
        "plays": len({each.play for each in stored}),
        "lines": [
            {"line": line, "rows": _rows(stage, counted[line], parting)}
            for line in dict.fromkeys(ranking.values())
            if line in counted
        ],
    }


def _owners(stage: Stage) -> Owners:
    line_of = {seat: line for line, seats in stage.event.game.lines.items() for seat in seats}
    owners: Owners = defaultdict(list)
    places = Place.objects.filter(seating__round__section__session__stage=stage)
    for seating, seat, contestant in places.values_list("seating_id", "seat", "contestant_id"):
        if contestant not in owners[seating, line_of[seat]]:
            owners[seating, line_of[seat]].append(contestant)
    return owners


def _stored(awards: QuerySet[Award]) -> list[_Stored]:
    columns = ("play_id", "play__seating_id", "play__board_id", "line", "x_text", "award_text")
    return [_Stored(*row) for row in awards.values_list(*columns)]


def _tops(stage: Stage) -> dict[int, int | None]:
    """The top of each board, from the plays it is to have."""
    plays = Play.objects.filter(board__session__stage=stage).exclude(state=Play.State.VOID)
    due = plays.order_by().values_list("board_id").annotate(Count("pk"))
    return {board: stage.event.method.top(number) for board, number in due}


def _apart(owners: Owners) -> bool:
    """Whether nobody sits on more than one line in the whole stage, so that lines are never compared."""
    seen: dict[int, set[str]] = defaultdict(set)
    for (_seating, line), contestants in owners.items():
        for contestant in contestants:
            seen[contestant].add(line)
    return all(len(lines) == 1 for lines in seen.values())


Parting = Callable[[list[int]], Iterable[Group[int]]]
"""How contestants with equal awards are told apart."""


def _tiebreaking(stage: Stage, owners: Owners, stored: list[_Stored]) -> Parting:
    """The tie-breaks of the event at work on everything that counts in the stage."""
    tiebreaks = get_tiebreaks(stage.event.tiebreaks)
    if not tiebreaks:
        return together
    lines, awarded = stage.event.game.lines, [each for each in stored if each.award]
    history = History(played for each in awarded for played in _played(each, lines, owners))
    return partial(part, tiebreaks=tiebreaks, history=history)


def _played(stored: _Stored, lines: Iterable[str], owners: Owners) -> Iterator[Played[int]]:
    """What an award says of each who got it; opponents are all on the other lines of the seating."""
    x, award = Fraction(stored.x), Fraction(stored.award)
    across = [owner for line in lines if line != stored.line for owner in owners[stored.seating, line]]
    for owner in owners[stored.seating, stored.line]:
        yield Played(owner, stored.board, stored.line, x, award, tuple(across))


def _rows(stage: Stage, counted: list[Counted[int]], parting: Parting) -> list[dict[str, object]]:
    contestants = {contestant.pk: contestant for contestant in stage.event.contestants.all()}
    penalties: dict[int, list[Penalty]] = defaultdict(list)
    for penalty in stage.penalties.all():
        penalties[penalty.contestant_id].append(penalty)
    amounts = {pk: sum((each.amount for each in given), Fraction(0)) for pk, given in penalties.items()}
    rows = rank(
        tally(counted, amounts), stage.event.method.unranked_below, lambda pk: contestants[pk].name, parting
    )
    return [_row(row, contestants[row.contestant], penalties[row.contestant]) for row in rows]


def _row(row: Row[int], contestant: Contestant, penalties: list[Penalty]) -> dict[str, object]:
    """`percent` is null where the method has no top, `tiebreak` where none put him behind the row above."""
    separation = row.separation
    return {
        "rank": row.rank,
        "number": contestant.number,
        "contestant": contestant.name,
        "total": str(row.total),
        "boards": row.boards,
        "mean": str(row.mean),
        "percent": None if row.percent is None else str(row.percent),
        "penalty": str(row.penalty),
        "penalty_reasons": [penalty.reason for penalty in penalties],
        "tiebreak": separation
        and {"key": separation.key, "above": str(separation.above), "own": str(separation.own)},
    }
