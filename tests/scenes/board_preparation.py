"""Boards that the tables prepare from packs of cards, and correct answers to their checks."""

from games.board_preparation import pile_checks
from tests.scenes import evening
from tournaments.actions.boards.board_preparation import (
    set_preparation_mode,
)
from tournaments.actions.rounds.sessions import (
    deal_session,
)
from tournaments.models import (
    Session,
    Table,
)
from tournaments.permissions.actor import Actor
from tournaments.queries.boards.board_preparation import (
    board_copies,
)


def deal_for_tables(
    movement: str = "mitchell", pair_count: int = 8, round_count: int = 4
) -> tuple[Session, Actor]:
    """Create an event whose boards are dealt and prepared by the tables, not started yet."""
    session, director = evening.created(
        pair_count, movement=movement, round_count=round_count, boards_per_round=2
    )
    deal_session(session.pk, "sort", director)
    session = Session.objects.select_related("stage__event__club").get(pk=session.pk)
    set_preparation_mode(session, True, director)
    return session, director


def preparing_table(session: Session, number: int) -> Table:
    """Return the table that prepares a board."""
    copy = next(board_copy for board_copy in board_copies(session) if board_copy.number == number)
    return Table.objects.select_related("section__session__stage__event").get(pk=copy.table)


def another_table(session: Session, table: Table) -> Table:
    """Return another table of the session."""
    other_table = (
        Table.objects.filter(section__session=session)
        .exclude(pk=table.pk)
        .order_by("number")
        .first()
    )
    assert other_table
    return other_table


def correct_answers(session: Session, number: int, face_down: bool) -> dict[str, str]:
    """Return the answers to the check for a correctly dealt board."""
    game = session.stage.event.game
    deal = game.deal(evening.SEED, session.salt or "", number).known_deal
    questions = pile_checks(game, deal, face_down)
    counts = {f"count_{question.seat}": str(question.card_count) for question in questions}
    return counts | {
        f"top_{question.seat}": str(question.offered_tops.index(question.right_top))
        for question in questions
        if question.right_top
    }
