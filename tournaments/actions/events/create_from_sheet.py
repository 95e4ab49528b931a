"""Import an event that was played elsewhere from a sheet of results without hands."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext

from games.catalogue import get_game
from games.game import Game
from games.problems import Problem, raise_if_any
from games.text import gettext_noop as _
from scoring.results_sheet import SheetRow, read_sheet_rows
from tournaments.actions.audit import record_audit
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.events.publish import publish_event
from tournaments.actions.results.decisions import decide_play
from tournaments.actions.rounds.sessions import finish_session
from tournaments.models import (
    AuditAction,
    Board,
    Club,
    Contestant,
    Entry,
    Play,
    Round,
    SeatHolder,
    Seating,
    Section,
    Session,
    Stage,
    Table,
)
from tournaments.permissions.actor import Actor

_WRONG_DEALER = _("The dealer of board %(board)s is %(dealer)s, not %(said)s.")


def import_results(club: Club, plan: EventPlan, sheet: bytes, actor: Actor) -> Stage:
    """Create an event with one finished session from a sheet, and publish its standings.

    The session has no seed. Each board becomes a round, and each row of the board a table. Raises
    `ValidationFailed` with every problem of the sheet, also if a dealer is not the one that the
    number of the board determines.
    """
    game = get_game(plan.game_key, plan.options)
    rows = read_sheet_rows(sheet, game)
    raise_if_any(_dealer_problems(rows, game))
    with transaction.atomic():
        stage = create_event(club, plan, _contestant_names(rows, game), actor)
        session = _create_session(stage, rows)
        for play, row in _create_plays(session, rows):
            _enter_result(play, row, actor)
        finish_session(session.pk, actor)
        publish_event(stage.event_id, actor)
        record_audit(actor, AuditAction.IMPORT_RESULTS, stage.event, rows=len(rows))
    return stage


def _dealer_problems(rows: Iterable[SheetRow], game: Game) -> Iterator[Problem]:
    for row in rows:
        dealer = game.board(row.board.number).dealer
        if row.board.dealer != dealer:
            params = {"board": row.board.number, "dealer": dealer, "said": row.board.dealer}
            yield Problem("other_dealer", _WRONG_DEALER, params, "dealer")


def _contestant_names(rows: Sequence[SheetRow], game: Game) -> list[str]:
    """Return each name once: all names of the first line, then the others of the next line."""
    return list(
        dict.fromkeys(name for line in game.lines for row in rows for name in row.contestants[line])
    )


def _create_session(stage: Stage, rows: Sequence[SheetRow]) -> Session:
    now = timezone.now()
    boards = len({row.board.number for row in rows})
    return Session.objects.create(
        stage=stage,
        rounds_planned=boards,
        boards_per_round=1,
        state=Session.State.RUNNING,
        created_at=now,
        started_at=now,
    )


def _create_plays(session: Session, rows: Sequence[SheetRow]) -> Iterator[tuple[Play, SheetRow]]:
    """Create a seating and a play for each row of the sheet; yield the play with its row."""
    section = Section.objects.create(session=session)
    tables = [
        Table.objects.create(section=section, number=number)
        for number in range(1, _table_count(rows) + 1)
    ]
    contestants = {
        contestant.name: contestant for contestant in session.stage.event.contestants.all()
    }
    numbers = sorted({row.board.number for row in rows})
    for number, board_number in enumerate(numbers, 1):
        round_ = Round.objects.create(section=section, number=number, started_at=session.started_at)
        board = Board.objects.create(session=session, number=board_number)
        rows_of_board = [row for row in rows if row.board.number == board_number]
        for table, row in zip(tables, rows_of_board, strict=False):
            seating = Seating.objects.create(round=round_, table=table)
            SeatHolder.objects.bulk_create(
                _seat_holders(seating, row, session.stage.event.game, contestants)
            )
            yield Play.objects.create(seating=seating, board=board), row


def _table_count(rows: Iterable[SheetRow]) -> int:
    return max(Counter(row.board.number for row in rows).values())


def _seat_holders(
    seating: Seating, row: SheetRow, game: Game, contestants: dict[str, Contestant]
) -> Iterator[SeatHolder]:
    for line, seats in game.lines.items():
        names = row.contestants[line]
        for seat, name in zip(seats, names * (len(seats) // len(names)), strict=True):
            yield SeatHolder(seating=seating, seat=seat, contestant=contestants[name])


def _enter_result(play: Play, row: SheetRow, actor: Actor) -> None:
    """Append the row's result as a director's decision; a row without a result makes it void."""
    kind = Entry.Kind.CORRECTION if row.outcome else Entry.Kind.VOID
    submitted = dict(row.outcome or {})
    decide_play(
        play.pk,
        kind,
        submitted,
        replaces=0,
        reason=gettext("imported"),
        actor=actor,
        key=f"import {play.pk}",
    )
