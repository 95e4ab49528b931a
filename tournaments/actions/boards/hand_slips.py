"""Print the hands of sealed boards, and record in the audit who printed them."""

from collections.abc import Sequence

from django.db import transaction
from django.db.models import QuerySet

from games.deals import BoardSetup
from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from tournaments.actions.audit import record_audit
from tournaments.models import AuditAction, Board, Play, Session
from tournaments.permissions.actor import Actor
from tournaments.permissions.editable import require_editable
from tournaments.permissions.roles import (
    DIRECTOR_ROLES,
    SECTION_DIRECTOR_ROLES,
    clubs_of_user,
    sections_of_user,
)
from tournaments.permissions.visibility.hands import PRINTING_SLIPS, visible_hands
from tournaments.permissions.visibility.playing_members import boards_to_play

_UNKNOWN_BOARDS = _("The last board is %(last)s: there is no board %(boards)s.")
_MAX_LISTED_BOARDS = 5
_ACTOR_PLAYS_BOARDS = _(
    "You still have boards %(boards)s to play: a director who does not play must print them."
)


def print_hand_slips(
    session: Session, actor: Actor, numbers: Sequence[int] | None = None
) -> list[BoardSetup]:
    """Return the boards `numbers` of a session with their hands; all boards if it is None.

    Raises `ValidationFailed` if the session is not dealt, if the hands are not known, for a board
    that does not exist or is not played in the sections that the actor directs, and if the actor
    still has to play one of the boards.
    """
    require_editable(session.stage.event, AuditAction.PRINT_SLIPS)
    boards = printable_boards(session, actor)
    chosen = boards if numbers is None else boards.filter(number__in=numbers)
    raise_if_any(_unknown_board_problems(boards, numbers or ()))
    with transaction.atomic():
        _check_plays_none(session, actor, {board.number for board in chosen})
        dealt_boards = [visible_hands(PRINTING_SLIPS, board) for board in chosen]
        if not dealt_boards or None in dealt_boards:
            raise ValidationFailed(
                [Problem("no_hands", _("There are no cards to print yet: deal the session first."))]
            )
        record_audit(
            actor,
            AuditAction.PRINT_SLIPS,
            session.stage.event,
            session=session.pk,
            boards=[board.number for board in chosen],
        )
    return [board for board in dealt_boards if board]


def printable_boards(session: Session, actor: Actor) -> QuerySet[Board]:
    """Return the boards that the actor may print: all, or those of the sections they direct."""
    boards, event = session.boards.select_related("session__stage__event"), session.stage.event
    if (
        actor.user_id is None
        or clubs_of_user(actor.user_id, DIRECTOR_ROLES).filter(pk=event.club_id).exists()
    ):
        return boards
    directed_sections = sections_of_user(actor.user_id, event, SECTION_DIRECTOR_ROLES)
    return boards.filter(
        pk__in=Play.objects.filter(seating__round__section__in=directed_sections).values("board")
    )


def _check_plays_none(session: Session, actor: Actor, numbers: set[int]) -> None:
    boards_still_to_play = (
        boards_to_play(actor.user_id, session) & numbers if actor.user_id else None
    )
    if boards_still_to_play:
        params = {"boards": ", ".join(map(str, sorted(boards_still_to_play)))}
        raise ValidationFailed([Problem("plays_himself", _ACTOR_PLAYS_BOARDS, params)])


def _unknown_board_problems(boards: QuerySet[Board], numbers: Sequence[int]) -> list[Problem]:
    """Return a problem for the requested boards that may not be printed."""
    printable = set(boards.values_list("number", flat=True))
    missing = [number for number in numbers if printable and number not in printable]
    if not missing:
        return []
    params = {
        "last": max(printable),
        "boards": ", ".join(map(str, missing[:_MAX_LISTED_BOARDS]))
        + "…" * (len(missing) > _MAX_LISTED_BOARDS),
    }
    return [Problem("no_such_board", _UNKNOWN_BOARDS, params, "boards")]
