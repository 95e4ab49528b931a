"""What is unlikely about a result that a table is about to write, from the room's results and
the cards."""

from collections import defaultdict

from django.db.models import Q

from games.deals import DealtBoard
from games.fields import Outcome
from scoring.session_evidence import SessionEvidence, TableOutcomes, is_skipped
from tournaments.models import Board, Play, Session
from tournaments.permissions.visibility.hands import CHECKING_RESULT, visible_hands
from tournaments.queries.results.line_points import HAS_OUTCOME

MAX_RESULTS_COMPARED = 1500
"""So many results of a session are looked at: all of them in a bar, enough of them anywhere."""


def plausibility_reasons(play: Play, outcome: Outcome) -> list[str]:
    """Why to ask before an outcome is stored as the first word about a play; see
    `scoring.session_evidence`."""
    session = play.board.session
    known = SessionEvidence(session.stage.event.game, _Boards(session).dealt, _results(session))
    return known.reasons(outcome, play.board.number, _own(play), play.seating_id)


def first_skipped_board(play: Play) -> int | None:
    """The first board of the table's round that this one goes past, without a result."""
    own, number = _own(play), play.board.number
    return next((other for other in sorted(own) if is_skipped(other, number, own)), None)


class _Boards:
    """The boards of a session with their cards, each dealt once."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.known: dict[int, DealtBoard] = {}

    def dealt(self, number: int) -> DealtBoard:
        """The board, without cards where they are not known."""
        if number not in self.known:
            board = Board(session=self.session, number=number)
            self.known[number] = visible_hands(CHECKING_RESULT, board) or board.conditions
        return self.known[number]


def _results(session: Session) -> dict[int, dict[int, Outcome]]:
    """What seatings made lately of each board; a ruling or a renunci tells nothing of the play.

    More of them would cost a large field's tables more and tell nothing more.
    """
    plays = Play.objects.filter(
        HAS_OUTCOME, board__session=session, flagged=False, entry__contradicted=False
    )
    counted = plays.order_by("-entry_id")[:MAX_RESULTS_COMPARED]
    results: dict[int, dict[int, Outcome]] = defaultdict(dict)
    for number, seating, outcome in counted.values_list(
        "board__number", "seating_id", "entry__outcome"
    ):
        results[number][seating] = outcome
    return results


def _own(play: Play) -> TableOutcomes:
    """The table's boards of this round that are due or have a result; all others are left out."""
    due = Q(state=Play.State.DUE)
    own = Play.objects.filter(due | HAS_OUTCOME, seating=play.seating_id).order_by("board__number")
    return dict(own.values_list("board__number", "entry__outcome"))
