"""Compare an outcome with the session's results and the cards, to find unlikely ones."""

from collections import defaultdict
from functools import cache

from django.db.models import Q

from games.deals import BoardSetup
from games.fields import Outcome
from scoring.session_evidence import SessionEvidence, TableOutcomes, is_skipped
from tournaments.models import Board, Play, Session
from tournaments.permissions.visibility.hands import CHECKING_RESULT, visible_hands
from tournaments.queries.results.line_points import HAS_OUTCOME

# How many results of a session an outcome is compared with, the latest first. A club evening has
# fewer; in a large field more of them would cost time and change nothing.
MAX_RESULTS_COMPARED = 1500


def plausibility_reasons(play: Play, outcome: Outcome) -> list[str]:
    """Return why an outcome is unlikely, as codes; see `scoring.session_evidence`."""
    session = play.board.session

    @cache
    def dealt_board(board_number: int) -> BoardSetup:
        board = Board(session=session, number=board_number)
        return visible_hands(CHECKING_RESULT, board) or board.conditions

    evidence = SessionEvidence(session.stage.event.game, dealt_board, _recent_results(session))
    return evidence.reasons(outcome, play.board.number, _table_outcomes(play), play.seating_id)


def first_skipped_board(play: Play) -> int | None:
    """Return the first board of the table's round that an entry for this play would skip."""
    outcomes, number = _table_outcomes(play), play.board.number
    return next((other for other in sorted(outcomes) if is_skipped(other, number, outcomes)), None)


def _recent_results(session: Session) -> dict[int, dict[int, Outcome]]:
    """Return the latest results by board number and seating, without flagged and wrong ones."""
    plays = Play.objects.filter(
        HAS_OUTCOME, board__session=session, flagged=False, entry__contradicted=False
    )
    latest = plays.order_by("-entry_id")[:MAX_RESULTS_COMPARED]
    results: dict[int, dict[int, Outcome]] = defaultdict(dict)
    for number, seating, outcome in latest.values_list(
        "board__number", "seating_id", "entry__outcome"
    ):
        results[number][seating] = outcome
    return results


def _table_outcomes(play: Play) -> TableOutcomes:
    """Return the outcomes of the table's round by board number; None if there is none yet.

    Boards that are neither due nor have a result are left out.
    """
    due = Q(state=Play.State.DUE)
    plays = Play.objects.filter(due | HAS_OUTCOME, seating=play.seating_id)
    rows = plays.order_by("board__number")
    return dict(rows.values_list("board__number", "entry__outcome"))
