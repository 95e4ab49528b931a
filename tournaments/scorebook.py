"""Rows to scoring to rows: the only place where facts become awards and standings."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from fractions import Fraction

from django.db import transaction
from django.db.models import F, Max, Q, QuerySet
from django.utils import timezone

from games.game import X
from scoring.method import Scale
from scoring.standings import Row, rank, tally
from tournaments.models import Award, Board, Contestant, Place, Play, Snapshot, Stage

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


def standings(stage: Stage) -> dict[str, object]:
    """The standings of a stage as pages and commands give them: exact numbers as text."""
    return standings_of(stage, Award.objects.filter(play__board__session__stage=stage))


def standings_of(stage: Stage, stored: QuerySet[Award]) -> dict[str, object]:
    """The standings that some of a stage's awards make.

    Lines are ranked apart while nobody is to sit on both, otherwise together as the line `all`.
    """
    owners = _owners(stage)
    ranking = {line: line if _apart(owners) else "all" for _seating, line in owners}
    awarded: dict[str, list[tuple[int, Fraction | None]]] = defaultdict(list)
    for (_seating, line), contestants in owners.items():  # who has no award yet is listed, without a place
        awarded[ranking[line]] += [(contestant, None) for contestant in contestants]
    plays = set()
    for play, seating, line, text in stored.values_list("play_id", "play__seating_id", "line", "award_text"):
        award = Fraction(text) if text else None
        awarded[ranking[line]] += [(owner, award) for owner in owners[seating, line]]
        plays.add(play)
    lines = [line for line in (*stage.event.game.lines, "all") if line in awarded]
    return {"plays": len(plays), "lines": [_ranked(stage, line, awarded[line]) for line in lines]}


def _owners(stage: Stage) -> Owners:
    line_of = {seat: line for line, seats in stage.event.game.lines.items() for seat in seats}
    owners: Owners = defaultdict(list)
    places = Place.objects.filter(seating__round__section__session__stage=stage)
    for seating, seat, contestant in places.values_list("seating_id", "seat", "contestant_id"):
        if contestant not in owners[seating, line_of[seat]]:
            owners[seating, line_of[seat]].append(contestant)
    return owners


def _apart(owners: Owners) -> bool:
    """Whether nobody sits on more than one line in the whole stage, so that lines are never compared."""
    seen: dict[int, set[str]] = defaultdict(set)
    for (_seating, line), contestants in owners.items():
        for contestant in contestants:
            seen[contestant].add(line)
    return all(len(lines) == 1 for lines in seen.values())


def _ranked(stage: Stage, line: str, awards: list[tuple[int, Fraction | None]]) -> dict[str, object]:
    contestants = {contestant.pk: contestant for contestant in stage.event.contestants.all()}
    rows = rank(tally(awards), stage.event.method.unranked_below, lambda pk: contestants[pk].name)
    return {"line": line, "rows": [_row(row, contestants[row.contestant]) for row in rows]}


def _row(row: Row[int], contestant: Contestant) -> dict[str, object]:
    return {
        "rank": row.rank,
        "number": contestant.number,
        "contestant": contestant.name,
        "total": str(row.total),
        "boards": row.boards,
        "mean": str(row.mean),
    }
