"""Boards that are sealed: while a table is still to play one, its hands and results stay secret."""

from django.db.models import Q, QuerySet

from tournaments.models import Board, Play, Session


def is_sealed(board: Board) -> bool:
    """Whether a table is still to play the board: then its hands and results stay secret."""
    return _sealed(board.session).filter(pk=board.pk).exists()


def sealed_numbers(session: Session) -> set[int]:
    """The numbers of the session's sealed boards."""
    return set(_sealed(session).values_list("number", flat=True))


def _sealed(session: Session) -> QuerySet[Board]:
    """The rule: a board that some play awaits, or that has no play yet, until the session is over."""
    if session.is_over:
        return session.boards.none()
    awaited = Play.objects.awaited().filter(board__session=session)
    return session.boards.filter(Q(pk__in=awaited.values("board")) | Q(plays=None))
