"""Dealing a board from a sorted pack, and finding out that it went wrong: every game with cards."""

from itertools import pairwise

import pytest

from games.board_preparation import (
    OTHER_CARD,
    TALON,
    check_problems,
    dealing_runs,
    pile_checks,
    sorted_pack,
)
from games.cards import Card
from games.catalogue import GAMES
from games.deals import Deal
from games.game import Game

SEED = "5eed" * 16
PLAYED = [game() for game in GAMES if game().has_play]
BOTIFARRA = PLAYED[0]


def deal_of(game: Game, number: int = 1) -> Deal:
    return game.deal(SEED, "sort", number).known_deal


def right(game: Game, deal: Deal, face_down: bool) -> dict[str, str]:
    """What somebody answers who has dealt as he should."""
    asked = pile_checks(game, deal, face_down)
    counts = {f"count_{each.seat}": str(each.number) for each in asked}
    tops = {
        f"top_{each.seat}": str(each.tops.index(each.top))
        for each in asked
        if each.tops and each.top
    }
    return counts | tops


@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.key)
def test_the_runs_deal_every_hand_and_the_talon(game: Game) -> None:
    for number in range(1, 6):
        deal = deal_of(game, number)
        dealt: dict[str, list[Card]] = {}
        found = dealing_runs(game, deal)
        for run in found:
            dealt.setdefault(run.seat, []).extend(run.cards)
        piles = {**deal.hands, TALON: deal.talon}
        assert {seat: tuple(cards) for seat, cards in dealt.items()} == {
            seat: game.sorted_hand(cards) for seat, cards in piles.items() if cards
        }
        assert [run.left for run in found][-1] == 0
        assert all(one.seat != other.seat for one, other in pairwise(found))


@pytest.mark.parametrize("face_down", [True, False])
@pytest.mark.parametrize("game", PLAYED, ids=lambda game: game.key)
def test_a_board_dealt_as_it_should_be_is_right(game: Game, face_down: bool) -> None:
    for number in range(1, 6):
        deal = deal_of(game, number)
        asked = pile_checks(game, deal, face_down)
        assert check_problems(asked, right(game, deal, face_down)) == []
        assert sum(bool(each.tops) for each in asked) == (1 if face_down else len(asked))
        assert all(each.top in each.tops for each in asked if each.tops)


def slipped(deal: Deal, at: int) -> dict[str, list[Card]]:
    """What lies at each seat of Botifarra when one card too many was given in the run of card
    `at`."""
    order = [run.seat for run in dealing_runs(BOTIFARRA, deal) for _card in run.cards]
    order.insert(at, order[at])
    lying: dict[str, list[Card]] = {seat: [] for seat in deal.hands}
    for seat, card in zip(order, sorted_pack(BOTIFARRA), strict=False):
        lying[seat].append(card)
    return lying


def told(deal: Deal, lying: dict[str, list[Card]], face_down: bool) -> dict[str, str]:
    """What somebody answers who looks at what lies there, and counts."""
    said = {}
    for each in pile_checks(BOTIFARRA, deal, face_down):
        cards = lying[each.seat]
        said[f"count_{each.seat}"] = str(len(cards))
        if each.tops:
            place = each.tops.index(cards[-1]) if cards[-1] in each.tops else OTHER_CARD
            said[f"top_{each.seat}"] = str(place)
    return said


@pytest.mark.parametrize("face_down", [True, False])
def test_every_card_too_many_is_found(face_down: bool) -> None:
    for number in range(1, 20):
        deal = deal_of(BOTIFARRA, number)
        for at in range(47):
            lying = slipped(deal, at)
            wrong = any(
                tuple(cards) != BOTIFARRA.sorted_hand(deal.hands[seat])
                for seat, cards in lying.items()
            )
            found = check_problems(
                pile_checks(BOTIFARRA, deal, face_down), told(deal, lying, face_down)
            )
            assert bool(found) == wrong, (number, at)


def test_a_run_at_the_wrong_seat_names_both_seats() -> None:
    deal = deal_of(BOTIFARRA)
    said = right(BOTIFARRA, deal, face_down=True) | {"count_N": "13", "count_W": "11"}
    problems = check_problems(pile_checks(BOTIFARRA, deal, face_down=True), said)
    assert [(each.code, each.field) for each in problems] == [
        ("wrong_count", "count_N"),
        ("wrong_count", "count_W"),
    ]
    assert problems[0].message.startswith("North: 12 cards belong there, you counted 13.")


def test_what_was_not_counted_or_chosen_is_asked_for() -> None:
    asked = pile_checks(BOTIFARRA, deal_of(BOTIFARRA), face_down=False)
    codes = [problem.code for problem in check_problems(asked, {})]
    assert codes == ["not_counted", "no_top"] * 4
    odd = {
        f"count_{seat}": value
        for seat, value in zip("NWSE", ["-1", "x", "²", "9" * 40], strict=True)
    }
    assert {problem.code for problem in check_problems(asked, odd)} == {
        "not_counted",
        "wrong_count",
        "no_top",
    }
    wrong = {
        f"top_{seat}": value
        for seat, value in zip("NWSE", ["9", "-1", "²", OTHER_CARD], strict=True)
    }
    assert [each.code for each in check_problems(asked, wrong)] == ["not_counted", "wrong_top"] * 4


def test_no_card_is_in_a_repr() -> None:
    deal = deal_of(BOTIFARRA)
    for card in BOTIFARRA.pack:
        assert str(card) not in repr(dealing_runs(BOTIFARRA, deal)) + repr(
            pile_checks(BOTIFARRA, deal, face_down=False)
        )
