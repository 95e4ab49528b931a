"""The guide to preparing a board from a pack, and its check, for the phone and the desk."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from games.board_preparation import PileCheck, Run, dealing_runs, pile_checks, sorted_pack
from games.problems import Problem
from tournaments.actions.boards.opened_hands import OpenedHands
from tournaments.forms import problem_text
from tournaments.models import Session
from tournaments.queries.boards.travellers import SortedDeal, sorted_deal

# Deal all cards of one seat before those of the next. The other order, `runs`, goes through the
# sorted pack and deals each run of cards to its seat.
BY_SEATS = "seats"

DEALING_ORDERS = ("runs", BY_SEATS)

# Codes of the problems that the check of the piles finds; the guide shows them.
CHECK_PROBLEM_CODES = {"wrong_count", "wrong_top", "not_counted", "no_top"}


@dataclass(frozen=True)
class PileQuestion:
    """The check's questions about one seat's pile, the answers, and their problems."""

    check: PileCheck
    counted: str
    top: str
    problems: list[str]

    @property
    def top_choices(self) -> list[tuple[str, object]]:
        """The cards offered as the top card, each with its index, which the form sends."""
        return [(str(index), card) for index, card in enumerate(self.check.offered_tops)]


@dataclass(frozen=True)
class PreparationGuide:
    """How a board is dealt: by seats if `hands` is set, otherwise in runs.

    With `shows_faces` the runs show their cards; without it only how many cards each seat gets.
    """

    runs: list[Run]
    shows_faces: bool
    hands: SortedDeal | None
    pile_questions: list[PileQuestion]
    order: str


def preparation_guide(
    session: Session,
    opened_hands: OpenedHands,
    order: str,
    submitted: Mapping[str, str],
    problems: Iterable[Problem] = (),
) -> PreparationGuide:
    """Return the guide to a board whose hands were opened.

    A board that is prepared face down is always dealt in runs, and its cards are not shown.
    """
    game, deal = session.stage.event.game, opened_hands.board.known_deal
    by_seats = order == BY_SEATS and not opened_hands.face_down
    problems = list(problems)
    return PreparationGuide(
        runs=[] if by_seats else dealing_runs(game, deal),
        shows_faces=not opened_hands.face_down,
        hands=sorted_deal(game, deal) if by_seats else None,
        pile_questions=[
            _pile_question(check, submitted, problems)
            for check in pile_checks(game, deal, opened_hands.face_down)
        ],
        order=BY_SEATS if by_seats else "runs",
    )


def board_preparation_page(
    request: HttpRequest,
    session: Session,
    number: int,
    extra_context: Mapping[str, Any],
    problems: Iterable[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    """Render the first instructions for a board, or the guide if `extra_context` has it."""
    event = session.stage.event
    context = {
        "club": event.club,
        "event": event,
        "session": session,
        "number": number,
        "dealer": event.game.board(number).dealer,
        "seats": event.game.seats,
        "direction": event.game.direction,
        "pack": event.game.pack,
        "sorted_pack": sorted_pack(event.game),
        "sentences": [problem_text(problem) for problem in problems],
    }
    return render(
        request, "shared/board_preparation/board.html", context | dict(extra_context), status=status
    )


def _pile_question(
    check: PileCheck, submitted: Mapping[str, str], problems: Iterable[Problem]
) -> PileQuestion:
    names = (f"count_{check.seat}", f"top_{check.seat}")
    messages = [problem_text(problem) for problem in problems if problem.field in names]
    return PileQuestion(check, submitted.get(names[0], ""), submitted.get(names[1], ""), messages)
