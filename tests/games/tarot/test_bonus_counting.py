"""Bonuses: what a trick brings, to which seat, who pays, and what is impossible."""

import pytest

from games.cards import Card
from games.catalogue import get_game
from games.deals import BoardSetup
from games.tarot import bonus_counting
from games.tarot.bonus_counting import TrickTaken
from games.tarot.bonuses_by_game import (
    BELGIUM,
    FRANCE_1637,
    FRANCE_1781,
    GERMANY_TAROC,
    GERMANY_TWO,
    GERMANY_TWO_LAST_SEPARATE,
)
from tests.games.tarot.balances import net_by_seat

SEATS = ("A", "B", "C")
OPPONENTS = {"A": ("B", "C"), "B": ("A", "C"), "C": ("A", "B")}
ALL_BONUSES = [
    GERMANY_TAROC,
    BELGIUM,
    FRANCE_1637,
    FRANCE_1781,
    GERMANY_TWO,
]


def trick(text, winner, last=False):
    return TrickTaken(
        9, last, SEATS, tuple(Card(word[0], word[1:]) for word in text.split()), winner
    )


def changed_fields(bonuses, *tricks):
    """Return the fields that the tricks change."""
    untouched = bonus_counting.bonus_values(bonuses, (), SEATS)
    return {
        name: value
        for name, value in bonus_counting.bonus_values(bonuses, tricks, SEATS).items()
        if value != untouched[name]
    }


def payment_balances(bonuses, *tricks):
    outcome = bonus_counting.bonus_values(bonuses, tricks, SEATS)
    assert bonus_counting.bonus_problems(bonuses, outcome, SEATS, BoardSetup(1, "A")) == []
    return tuple(
        net_by_seat(bonus_counting.bonus_payments(bonuses, outcome, OPPONENTS), SEATS).values()
    )


def counted_points(bonuses, *tricks):
    outcome = bonus_counting.bonus_values(bonuses, tricks, SEATS)
    assert bonus_counting.bonus_problems(bonuses, outcome, SEATS, BoardSetup(1, "A")) == []
    return tuple(
        sum(bonus_counting.bonus_counts(bonuses, outcome, seat).values()) for seat in SEATS
    )


@pytest.mark.parametrize("bonuses", ALL_BONUSES)
def test_bonus_values_have_a_value_for_each_field(bonuses):
    fields = bonus_counting.bonus_fields(bonuses, SEATS)
    assert [field.name for field in fields] == list(bonus_counting.bonus_values(bonuses, (), SEATS))
    assert bonus_counting.bonus_values(bonuses, (), SEATS) == {
        field.name: field.default or 0 for field in fields
    }


@pytest.mark.parametrize(
    ("bonuses", "played", "winner", "last", "fields", "expected"),
    [
        (GERMANY_TAROC, "S1 T1 S2", "B", False, {}, (0, 0, 0)),
        (GERMANY_TAROC, "S1 T1 S2", "B", True, {"b_pagat": "won_last"}, (-10, 20, -10)),
        (GERMANY_TAROC, "S1 T1 T2", "C", False, {"b_pagat": "lost"}, (5, -10, 5)),
        (GERMANY_TAROC, "T1 T3 T2", "B", True, {"a_pagat": "lost_last"}, (-20, 10, 10)),
        (BELGIUM, "S1 T1 S2", "B", False, {"b_pagat": "won"}, (-5, 10, -5)),
        (BELGIUM, "S1 T1 S2", "B", True, {"b_pagat": "won_last"}, (-10, 20, -10)),
        (BELGIUM, "T1 T3 T2", "B", False, {"a_pagat": "lost"}, (-10, 5, 5)),
        (BELGIUM, "T1 T3 T2", "B", True, {"a_pagat": "lost_last"}, (-20, 10, 10)),
        (FRANCE_1637, "SK S1 S2", "A", False, {"a_tarots_won": 1}, (2, -1, -1)),
        (FRANCE_1637, "T21 S1 S2", "A", True, {"a_tarots_won": 1}, (2, -1, -1)),
        (FRANCE_1637, "SK S1 S2", "A", True,
         {"a_tarots_won": 1, "a_last_tarot": True}, (14, -7, -7)),
        (FRANCE_1637, "SK S1 T1", "C", False,
         {"a_tarots_lost": 1, "c_tarots_won": 1}, (-3, 0, 3)),
        (FRANCE_1637, "S5 F S2", "A", False, {}, (0, 0, 0)),
        (FRANCE_1637, "S5 F S2", "A", True, {"b_fool_last": True}, (2, -4, 2)),
    ],
)  # fmt: skip
def test_paid_bonus_is_paid_by_each_opponent(bonuses, played, winner, last, fields, expected):
    assert changed_fields(bonuses, trick(played, winner, last)) == fields
    assert payment_balances(bonuses, trick(played, winner, last)) == expected
    assert counted_points(bonuses, trick(played, winner, last)) == (0, 0, 0)


@pytest.mark.parametrize(
    ("bonuses", "played", "winner", "last", "fields", "expected"),
    [
        (FRANCE_1781, "T1 T2 S1", "B", False, {"b_pagat_taken": True}, (0, 5, 0)),
        (FRANCE_1781, "S1 T1 S2", "B", False, {}, (0, 0, 0)),
        (FRANCE_1781, "SK T2 BK", "B", False, {"b_kings_taken": 2}, (0, 10, 0)),
        (FRANCE_1781, "SK S2 S1", "A", False, {}, (0, 0, 0)),
        (FRANCE_1781, "SK F BK", "A", 0,
         {"a_kings_taken": 1, "a_two_kings_and_fool": 1}, (10, 0, 0)),
        (FRANCE_1781, "SK CK BK", "A", False,
         {"a_kings_taken": 2, "a_three_kings": True}, (25, 0, 0)),
        (GERMANY_TWO, "SK BK S1", "A", False, {"a_king_tricks": 1}, (10, 0, 0)),
        (GERMANY_TWO, "SK T2 S1", "B", True,
         {"b_king_tricks": 1, "b_king_last": True}, (0, 15, 0)),
        (GERMANY_TWO_LAST_SEPARATE, "SK T2 S1", "B", True, {"b_king_last": True}, (0, 15, 0)),
        (GERMANY_TWO, "S1 T1 S2", "B", False, {"b_pagat": "taken"}, (0, 15, 0)),
        (GERMANY_TWO, "T1 T2 S2", "B", True, {"b_pagat": "taken_last"}, (0, 25, 0)),
        (GERMANY_TWO, "T1 SK S2", "A", True,
         {"a_king_tricks": 1, "a_king_last": 1, "a_pagat": "taken_last"}, (40, 0, 0)),
    ],
)  # fmt: skip
def test_counted_bonus_is_paid_by_nobody(bonuses, played, winner, last, fields, expected):
    assert changed_fields(bonuses, trick(played, winner, last)) == fields
    assert counted_points(bonuses, trick(played, winner, last)) == expected
    assert payment_balances(bonuses, trick(played, winner, last)) == (0, 0, 0)


@pytest.mark.parametrize(
    ("bonuses", "recorded", "codes"),
    [
        (BELGIUM, {"a_pagat": "won", "c_pagat": "lost"}, ["too_many"]),
        (FRANCE_1637, {"a_tarots_won": 3, "b_tarots_won": 3}, []),
        (
            FRANCE_1637,
            {"a_tarots_won": 3, "b_tarots_won": 3, "c_tarots_lost": 1},
            ["too_many"],
        ),
        (FRANCE_1637, {"a_tarots_won": 6, "b_tarots_won": 1}, ["too_many"]),
        (FRANCE_1637, {"a_fool_last": True, "b_fool_last": True}, ["too_many"]),
        (FRANCE_1637, {"a_last_tarot": True, "b_tarots_won": 1}, ["bonus_alone"]),
        (FRANCE_1781, {"a_kings_taken": 3, "b_kings_taken": 2}, ["too_many"]),
        (FRANCE_1781, {"a_three_kings": True, "a_kings_taken": 1}, ["bonus_alone"]),
        (FRANCE_1781, {"a_two_kings_and_fool": True}, ["bonus_alone"]),
        (GERMANY_TWO, {"a_king_tricks": 4, "b_king_tricks": 1}, ["too_many"]),
        (GERMANY_TWO, {"b_king_last": True}, ["bonus_alone"]),
        (GERMANY_TWO_LAST_SEPARATE, {"a_king_tricks": 4, "b_king_last": True}, ["too_many"]),
    ],
)
def test_impossible_bonuses_are_problems_without_the_cards(bonuses, recorded, codes):
    outcome = {**bonus_counting.bonus_values(bonuses, (), SEATS), **recorded}
    assert [
        problem.code
        for problem in bonus_counting.bonus_problems(bonuses, outcome, SEATS, BoardSetup(1, "A"))
    ] == codes


GERMANY_TWO_KEY = "tarot_germany_two"
TWO_KINGS_TAKEN = {"a_kings_taken": 2, "a_three_kings": True}
KINGS_OF_ANOTHER_SEAT = {"b_kings_taken": 1, "b_two_kings_and_fool": True}


@pytest.mark.parametrize(
    ("key", "options", "recorded", "codes"),
    [
        (GERMANY_TWO_KEY, {}, {"a_points": 0, "a_king_tricks": 4}, ["points_few"]),
        (GERMANY_TWO_KEY, {}, {"a_points": 15, "a_king_tricks": 4}, ["points_few"]),
        (GERMANY_TWO_KEY, {}, {"a_points": 20, "a_king_tricks": 4, "a_pagat": "taken"}, []),
        (
            GERMANY_TWO_KEY,
            {},
            {"a_king_tricks": 1, "a_king_last": True, "b_pagat": "taken_last"},
            ["last_of_two"],
        ),
        (
            GERMANY_TWO_KEY,
            {},
            {"a_king_tricks": 1, "a_king_last": True, "a_pagat": "taken_last"},
            [],
        ),
        (
            GERMANY_TWO_KEY,
            {"last_trick": "apart"},
            {"a_king_last": True, "b_pagat": "taken_last"},
            ["last_of_two"],
        ),
        (
            GERMANY_TWO_KEY,
            {"last_trick": "apart"},
            {"a_points": 3, "a_king_last": True},
            ["points_few"],
        ),
        (
            "tarot_france_1781",
            {},
            {"a_points": 0, "a_cards": 0, "a_kings_taken": 4},
            ["points_few"],
        ),
        ("tarot_france_1781", {}, TWO_KINGS_TAKEN | KINGS_OF_ANOTHER_SEAT, ["kings_many"]),
        ("tarot_france_1781", {}, TWO_KINGS_TAKEN | {"a_kings_taken": 4}, ["kings_many"]),
        ("tarot_france_1781", {}, TWO_KINGS_TAKEN | {"a_kings_taken": 3}, []),
        ("tarot_france_1637", {}, {"a_last_tarot": True, "a_fool_last": True}, ["not_both"]),
        ("tarot_france_1637", {}, {"a_last_tarot": True, "b_fool_last": True}, []),
    ],
)
def test_bonuses_that_exclude_each_other_are_problems_only_with_the_cards(
    key, options, recorded, codes
):
    """Without cards such an outcome passes, as it did in the files of earlier versions."""
    game = get_game(key, options)
    usual = {
        GERMANY_TWO_KEY: {"a_points": 40, "b_points": 28},
        "tarot_france_1781": {f"{seat}_points": 17 for seat in "ab"}
        | {"c_points": 18, "a_cards": 27, "b_cards": 27, "c_cards": 24},
        "tarot_france_1637": {"a_tarots_won": 6}
        | {f"{seat}_tarots_won": 0 for seat in "bc"}
        | {f"{seat}_tarots_lost": 0 for seat in "abc"},
    }[key]
    untouched = {field.name: field.default for field in game.fields}
    outcome = untouched | usual | recorded
    codes_found = [
        problem.code for problem in game.problems(outcome, game.deal("5eed" * 16, "", 1))
    ]
    codes_tested = {"points_few", "last_of_two", "kings_many", "not_both"}
    assert [code for code in codes_found if code in codes_tested] == codes
    assert not codes_tested & {problem.code for problem in game.problems(outcome, game.board(1))}
