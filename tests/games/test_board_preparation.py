"""Dealing a board from a sorted pack, and detecting mistakes, for every game with cards."""

from itertools import pairwise

import pytest

from games.board_preparation import (
    OTHER_CARD,
    TALON,
    dealing_runs,
    pile_checks,
    pile_problems,
    sorted_pack,
)
from games.cards import Card
from games.catalogue import GAMES
from games.deals import Deal
from games.game import Game

SEED = "5eed" * 16
GAMES_WITH_CARDS = [game() for game in GAMES if game().has_play]
BOTIFARRA = GAMES_WITH_CARDS[0]


def deal_of(game: Game, number: int = 1) -> Deal:
    return game.deal(SEED, "sort", number).known_deal


def correct_answers(game: Game, deal: Deal, face_down: bool) -> dict[str, str]:
    """Return the answers for a board that was dealt correctly."""
    checks = pile_checks(game, deal, face_down)
    counts = {f"count_{check.seat}": str(check.card_count) for check in checks}
    tops = {
        f"top_{check.seat}": str(check.offered_tops.index(check.right_top))
        for check in checks
        if check.offered_tops and check.right_top
    }
    return counts | tops


@pytest.mark.parametrize("game", GAMES_WITH_CARDS, ids=lambda game: game.key)
def test_runs_deal_every_hand_and_the_talon(game: Game) -> None:
    for number in range(1, 6):
        deal = deal_of(game, number)
        dealt: dict[str, list[Card]] = {}
        runs = dealing_runs(game, deal)
        for run in runs:
            dealt.setdefault(run.seat, []).extend(run.cards)
        piles = {**deal.hands, TALON: deal.talon}
        assert {seat: tuple(cards) for seat, cards in dealt.items()} == {
            seat: game.sorted_hand(cards) for seat, cards in piles.items() if cards
        }
        assert [run.cards_left for run in runs][-1] == 0
        assert all(run.seat != next_run.seat for run, next_run in pairwise(runs))


@pytest.mark.parametrize("face_down", [True, False])
@pytest.mark.parametrize("game", GAMES_WITH_CARDS, ids=lambda game: game.key)
def test_correctly_dealt_board_passes_the_check(game: Game, face_down: bool) -> None:
    for number in range(1, 6):
        deal = deal_of(game, number)
        checks = pile_checks(game, deal, face_down)
        assert pile_problems(checks, correct_answers(game, deal, face_down)) == []
        assert sum(bool(check.offered_tops) for check in checks) == (
            1 if face_down else len(checks)
        )
        assert all(check.right_top in check.offered_tops for check in checks if check.offered_tops)


def piles_after_a_slip(deal: Deal, index: int) -> dict[str, list[Card]]:
    """Return the piles of a board of Botifarra if the run of card `index` got a card too many."""
    order = [run.seat for run in dealing_runs(BOTIFARRA, deal) for _card in run.cards]
    order.insert(index, order[index])
    piles: dict[str, list[Card]] = {seat: [] for seat in deal.hands}
    for seat, card in zip(order, sorted_pack(BOTIFARRA), strict=False):
        piles[seat].append(card)
    return piles


def answers_for(deal: Deal, piles: dict[str, list[Card]], face_down: bool) -> dict[str, str]:
    """Return the answers of a dealer who counts the piles and looks at their top cards."""
    answers = {}
    for check in pile_checks(BOTIFARRA, deal, face_down):
        cards = piles[check.seat]
        answers[f"count_{check.seat}"] = str(len(cards))
        if check.offered_tops:
            answer = (
                check.offered_tops.index(cards[-1])
                if cards[-1] in check.offered_tops
                else OTHER_CARD
            )
            answers[f"top_{check.seat}"] = str(answer)
    return answers


@pytest.mark.parametrize("face_down", [True, False])
def test_check_finds_every_run_with_a_card_too_many(face_down: bool) -> None:
    for number in range(1, 20):
        deal = deal_of(BOTIFARRA, number)
        for index in range(47):
            piles = piles_after_a_slip(deal, index)
            is_wrong = any(
                tuple(cards) != BOTIFARRA.sorted_hand(deal.hands[seat])
                for seat, cards in piles.items()
            )
            problems = pile_problems(
                pile_checks(BOTIFARRA, deal, face_down), answers_for(deal, piles, face_down)
            )
            assert bool(problems) == is_wrong, (number, index)


def test_run_at_the_wrong_seat_is_reported_for_both_seats() -> None:
    deal = deal_of(BOTIFARRA)
    answers = correct_answers(BOTIFARRA, deal, face_down=True) | {"count_N": "13", "count_W": "11"}
    problems = pile_problems(pile_checks(BOTIFARRA, deal, is_face_down=True), answers)
    assert [(problem.code, problem.field) for problem in problems] == [
        ("wrong_count", "count_N"),
        ("wrong_count", "count_W"),
    ]
    assert problems[0].message.startswith("North: 12 cards belong there, you counted 13.")


def test_missing_and_malformed_answers_are_reported() -> None:
    checks = pile_checks(BOTIFARRA, deal_of(BOTIFARRA), is_face_down=False)
    codes = [problem.code for problem in pile_problems(checks, {})]
    assert codes == ["not_counted", "no_top"] * 4
    malformed_counts = {
        f"count_{seat}": value
        for seat, value in zip("NWSE", ["-1", "x", "²", "9" * 40], strict=True)
    }
    assert {problem.code for problem in pile_problems(checks, malformed_counts)} == {
        "not_counted",
        "wrong_count",
        "no_top",
    }
    wrong_tops = {
        f"top_{seat}": value
        for seat, value in zip("NWSE", ["9", "-1", "²", OTHER_CARD], strict=True)
    }
    assert [problem.code for problem in pile_problems(checks, wrong_tops)] == [
        "not_counted",
        "wrong_top",
    ] * 4


def test_repr_of_runs_and_checks_has_no_cards() -> None:
    deal = deal_of(BOTIFARRA)
    for card in BOTIFARRA.pack:
        assert str(card) not in repr(dealing_runs(BOTIFARRA, deal)) + repr(
            pile_checks(BOTIFARRA, deal, is_face_down=False)
        )
