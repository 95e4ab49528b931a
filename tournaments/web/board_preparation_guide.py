"""The guide to preparing a board from a pack, and its check; the same at table and desk."""

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

# The order in which all cards of a seat are dealt before the next; `runs` goes through the sorted
# pack.
BY_SEATS = "seats"

DEALING_ORDERS = ("runs", BY_SEATS)

# Codes of the problems that the check finds; they are shown in the guide.
CHECK_PROBLEM_CODES = {"wrong_count", "wrong_top", "not_counted", "no_top"}


@dataclass(frozen=True)
class PileQuestion:
    """What the check asks about one seat's pile, what was answered, and what is wrong with it."""

    check: PileCheck
    counted: str
    top: str
    problems: list[str]

    @property
    def top_choices(self) -> list[tuple[str, object]]:
        """The cards that may lie on top, each with its index among them, which a form sends."""
        return [(str(index), card) for index, card in enumerate(self.check.offered_tops)]


@dataclass(frozen=True)
class PreparationGuide:
    """How a board is dealt; `hands` is None if it is dealt in runs.

    `shows_faces` says whether the cards of the runs are shown.
    """

    runs: list[Run]
    shows_faces: bool
    hands: SortedDeal | None
    pile_questions: list[PileQuestion]
    order: str


def preparation_guide(
    session: Session,
    opened: OpenedHands,
    order: str,
    submitted: Mapping[str, str],
    problems: Iterable[Problem] = (),
) -> PreparationGuide:
    """Return the guide to an opened board, without its cards for those who may not see them."""
    game, deal = session.stage.event.game, opened.board.known_deal
    by_seats = order == BY_SEATS and not opened.face_down
    problems = list(problems)
    return PreparationGuide(
        runs=[] if by_seats else dealing_runs(game, deal),
        shows_faces=not opened.face_down,
        hands=sorted_deal(game, deal) if by_seats else None,
        pile_questions=[
            _pile_question(check, submitted, problems)
            for check in pile_checks(game, deal, opened.face_down)
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
    """Show what to do first, or the guide once it is in `extra_context`."""
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
