"""Making up a board from a pack: the guide and the check, the same at a table and at the desk."""

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

BY_SEATS = "seats"
"""The way of whoever prefers hands to runs: all cards of a seat, then of the next."""

DEALING_ORDERS = ("runs", BY_SEATS)

CHECK_PROBLEM_CODES = {"wrong_count", "wrong_top", "not_counted", "no_top"}
"""The codes of what the check finds: the guide is shown again with them."""


@dataclass(frozen=True)
class PileQuestion:
    """What the check asks of one seat, what was said, and what is wrong with it."""

    check: PileCheck
    counted: str
    top: str
    problems: list[str]

    @property
    def offered(self) -> list[tuple[str, object]]:
        """The cards that may lie on top, each with what choosing it sends: its place among them."""
        return [(str(place), card) for place, card in enumerate(self.check.tops)]


@dataclass(frozen=True)
class PreparationGuide:
    """How a board is dealt; without `hands` it goes by runs, `faces` says whether their cards
    are shown."""

    runs: list[Run]
    faces: bool
    hands: SortedDeal | None
    asked: list[PileQuestion]
    way: str


def preparation_guide(
    session: Session,
    opened: OpenedHands,
    way: str,
    submitted: Mapping[str, str],
    problems: Iterable[Problem] = (),
) -> PreparationGuide:
    """The guide to a board that was opened; who must not see its cards is shown none of them."""
    game, deal = session.stage.event.game, opened.board.known_deal
    by_seats = way == BY_SEATS and not opened.face_down
    problems = list(problems)
    return PreparationGuide(
        runs=[] if by_seats else dealing_runs(game, deal),
        faces=not opened.face_down,
        hands=sorted_deal(game, deal) if by_seats else None,
        asked=[
            _pile_question(check, submitted, problems)
            for check in pile_checks(game, deal, opened.face_down)
        ],
        way=BY_SEATS if by_seats else "runs",
    )


def board_preparation_page(
    request: HttpRequest,
    session: Session,
    number: int,
    frame: Mapping[str, Any],
    problems: Iterable[Problem] = (),
    status: int = 200,
) -> HttpResponse:
    """A board to be made up: what to do first, or the guide once it is opened (`guide` in
    `frame`)."""
    event = session.stage.event
    facts = {
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
    return render(request, "shared/board_making/board.html", facts | dict(frame), status=status)


def _pile_question(
    check: PileCheck, submitted: Mapping[str, str], problems: Iterable[Problem]
) -> PileQuestion:
    names = (f"count_{check.seat}", f"top_{check.seat}")
    wrong = [problem_text(problem) for problem in problems if problem.field in names]
    return PileQuestion(check, submitted.get(names[0], ""), submitted.get(names[1], ""), wrong)
