"""Bonuses: what a trick brings, to whom, who pays, and what cannot be."""

import pytest

from games.cards import Card
from games.catalogue import get_game
from games.deals import DealtBoard
from games.tarot import bonus_counting as bonuses
from games.tarot import bonuses_by_game as lists
from games.tarot.bonus_counting import TrickTaken
from tests.games.tarot.balances import net

SEATS = ("A", "B", "C")
OPPONENTS = {"A": ("B", "C"), "B": ("A", "C"), "C": ("A", "B")}
EVERY = [
    lists.GERMANY_TAROC,
    lists.BELGIUM,
    lists.FRANCE_1637,
    lists.FRANCE_1781,
    lists.GERMANY_TWO,
]


def trick(text, winner, last=False):
    return TrickTaken(
        9, last, SEATS, tuple(Card(each[0], each[1:]) for each in text.split()), winner
    )


def came(known, *tricks):
    """The fields that are not as they were."""
    untouched = bonuses.bonus_values(known, (), SEATS)
    return {
        name: value
        for name, value in bonuses.bonus_values(known, tricks, SEATS).items()
        if value != untouched[name]
    }


def paid(known, *tricks):
    outcome = bonuses.bonus_values(known, tricks, SEATS)
    assert bonuses.bonus_problems(known, outcome, SEATS, DealtBoard(1, "A")) == []
    return tuple(net(bonuses.bonus_payments(known, outcome, OPPONENTS), SEATS).values())


def counted(known, *tricks):
    outcome = bonuses.bonus_values(known, tricks, SEATS)
    assert bonuses.bonus_problems(known, outcome, SEATS, DealtBoard(1, "A")) == []
    return tuple(sum(bonuses.bonus_counts(known, outcome, seat).values()) for seat in SEATS)


@pytest.mark.parametrize("known", EVERY)
def test_fields_are_what_is_earned(known):
    fields = bonuses.bonus_fields(known, SEATS)
    assert [field.name for field in fields] == list(bonuses.bonus_values(known, (), SEATS))
    assert bonuses.bonus_values(known, (), SEATS) == {
        field.name: field.default or 0 for field in fields
    }


@pytest.mark.parametrize(
    ("known", "played", "winner", "last", "fields", "each"),
    [
        (lists.GERMANY_TAROC, "S1 T1 S2", "B", False, {}, (0, 0, 0)),
        (lists.GERMANY_TAROC, "S1 T1 S2", "B", True, {"b_pagat": "won_last"}, (-10, 20, -10)),
        (lists.GERMANY_TAROC, "S1 T1 T2", "C", False, {"b_pagat": "lost"}, (5, -10, 5)),
        (lists.GERMANY_TAROC, "T1 T3 T2", "B", True, {"a_pagat": "lost_last"}, (-20, 10, 10)),
        (lists.BELGIUM, "S1 T1 S2", "B", False, {"b_pagat": "won"}, (-5, 10, -5)),
        (lists.BELGIUM, "S1 T1 S2", "B", True, {"b_pagat": "won_last"}, (-10, 20, -10)),
        (lists.BELGIUM, "T1 T3 T2", "B", False, {"a_pagat": "lost"}, (-10, 5, 5)),
        (lists.BELGIUM, "T1 T3 T2", "B", True, {"a_pagat": "lost_last"}, (-20, 10, 10)),
        (lists.FRANCE_1637, "SK S1 S2", "A", False, {"a_tarots_won": 1}, (2, -1, -1)),
        (lists.FRANCE_1637, "T21 S1 S2", "A", True, {"a_tarots_won": 1}, (2, -1, -1)),
        (lists.FRANCE_1637, "SK S1 S2", "A", True,
         {"a_tarots_won": 1, "a_last_tarot": True}, (14, -7, -7)),
        (lists.FRANCE_1637, "SK S1 T1", "C", False,
         {"a_tarots_lost": 1, "c_tarots_won": 1}, (-3, 0, 3)),
        (lists.FRANCE_1637, "S5 F S2", "A", False, {}, (0, 0, 0)),
        (lists.FRANCE_1637, "S5 F S2", "A", True, {"b_fool_last": True}, (2, -4, 2)),
    ],
)  # fmt: skip
def test_what_the_opponents_pay(known, played, winner, last, fields, each):
    assert came(known, trick(played, winner, last)) == fields
    assert paid(known, trick(played, winner, last)) == each
    assert counted(known, trick(played, winner, last)) == (0, 0, 0)


@pytest.mark.parametrize(
    ("known", "played", "winner", "last", "fields", "each"),
    [
        (lists.FRANCE_1781, "T1 T2 S1", "B", False, {"b_pagat_taken": True}, (0, 5, 0)),
        (lists.FRANCE_1781, "S1 T1 S2", "B", False, {}, (0, 0, 0)),
        (lists.FRANCE_1781, "SK T2 BK", "B", False, {"b_kings_taken": 2}, (0, 10, 0)),
        (lists.FRANCE_1781, "SK S2 S1", "A", False, {}, (0, 0, 0)),
        (lists.FRANCE_1781, "SK F BK", "A", 0,
         {"a_kings_taken": 1, "a_two_kings_and_fool": 1}, (10, 0, 0)),
        (lists.FRANCE_1781, "SK CK BK", "A", False,
         {"a_kings_taken": 2, "a_three_kings": True}, (25, 0, 0)),
        (lists.GERMANY_TWO, "SK BK S1", "A", False, {"a_king_tricks": 1}, (10, 0, 0)),
        (lists.GERMANY_TWO, "SK T2 S1", "B", True,
         {"b_king_tricks": 1, "b_king_last": True}, (0, 15, 0)),
        (lists.GERMANY_TWO_LAST_SEPARATE, "SK T2 S1", "B", True, {"b_king_last": True}, (0, 15, 0)),
        (lists.GERMANY_TWO, "S1 T1 S2", "B", False, {"b_pagat": "taken"}, (0, 15, 0)),
        (lists.GERMANY_TWO, "T1 T2 S2", "B", True, {"b_pagat": "taken_last"}, (0, 25, 0)),
        (lists.GERMANY_TWO, "T1 SK S2", "A", True,
         {"a_king_tricks": 1, "a_king_last": 1, "a_pagat": "taken_last"}, (40, 0, 0)),
    ],
)  # fmt: skip
def test_what_is_counted_and_paid_by_nobody(known, played, winner, last, fields, each):
    assert came(known, trick(played, winner, last)) == fields
    assert counted(known, trick(played, winner, last)) == each
    assert paid(known, trick(played, winner, last)) == (0, 0, 0)


@pytest.mark.parametrize(
    ("known", "said", "codes"),
    [
        (lists.BELGIUM, {"a_pagat": "won", "c_pagat": "lost"}, ["too_many"]),
        (lists.FRANCE_1637, {"a_tarots_won": 3, "b_tarots_won": 3}, []),
        (
            lists.FRANCE_1637,
            {"a_tarots_won": 3, "b_tarots_won": 3, "c_tarots_lost": 1},
            ["too_many"],
        ),
        (lists.FRANCE_1637, {"a_tarots_won": 6, "b_tarots_won": 1}, ["too_many"]),
        (lists.FRANCE_1637, {"a_fool_last": True, "b_fool_last": True}, ["too_many"]),
        (lists.FRANCE_1637, {"a_last_tarot": True, "b_tarots_won": 1}, ["bonus_alone"]),
        (lists.FRANCE_1781, {"a_kings_taken": 3, "b_kings_taken": 2}, ["too_many"]),
        (lists.FRANCE_1781, {"a_three_kings": True, "a_kings_taken": 1}, ["bonus_alone"]),
        (lists.FRANCE_1781, {"a_two_kings_and_fool": True}, ["bonus_alone"]),
        (lists.GERMANY_TWO, {"a_king_tricks": 4, "b_king_tricks": 1}, ["too_many"]),
        (lists.GERMANY_TWO, {"b_king_last": True}, ["bonus_alone"]),
        (lists.GERMANY_TWO_LAST_SEPARATE, {"a_king_tricks": 4, "b_king_last": True}, ["too_many"]),
    ],
)
def test_problems(known, said, codes):
    outcome = {**bonuses.bonus_values(known, (), SEATS), **said}
    assert [
        each.code for each in bonuses.bonus_problems(known, outcome, SEATS, DealtBoard(1, "A"))
    ] == codes


TWO = "tarot_germany_two"
KINGS = {"a_kings_taken": 2, "a_three_kings": True}
MORE_KINGS = {"b_kings_taken": 1, "b_two_kings_and_fool": True}


@pytest.mark.parametrize(
    ("key", "options", "said", "codes"),
    [
        (TWO, {}, {"a_points": 0, "a_king_tricks": 4}, ["points_few"]),
        (TWO, {}, {"a_points": 15, "a_king_tricks": 4}, ["points_few"]),
        (TWO, {}, {"a_points": 20, "a_king_tricks": 4, "a_pagat": "taken"}, []),
        (
            TWO,
            {},
            {"a_king_tricks": 1, "a_king_last": True, "b_pagat": "taken_last"},
            ["last_of_two"],
        ),
        (TWO, {}, {"a_king_tricks": 1, "a_king_last": True, "a_pagat": "taken_last"}, []),
        (
            TWO,
            {"last_trick": "apart"},
            {"a_king_last": True, "b_pagat": "taken_last"},
            ["last_of_two"],
        ),
        (TWO, {"last_trick": "apart"}, {"a_points": 3, "a_king_last": True}, ["points_few"]),
        (
            "tarot_france_1781",
            {},
            {"a_points": 0, "a_cards": 0, "a_kings_taken": 4},
            ["points_few"],
        ),
        ("tarot_france_1781", {}, KINGS | MORE_KINGS, ["kings_many"]),
        ("tarot_france_1781", {}, KINGS | {"a_kings_taken": 4}, ["kings_many"]),
        ("tarot_france_1781", {}, KINGS | {"a_kings_taken": 3}, []),
        ("tarot_france_1637", {}, {"a_last_tarot": True, "a_fool_last": True}, ["not_both"]),
        ("tarot_france_1637", {}, {"a_last_tarot": True, "b_fool_last": True}, []),
    ],
)
def test_what_cannot_be_together_is_told_where_the_cards_are_known(key, options, said, codes):
    """A bonus beside the wrong seat; without cards it passes, as it did in the files of earlier
    versions."""
    game = get_game(key, options)
    usual = {
        TWO: {"a_points": 40, "b_points": 28},
        "tarot_france_1781": {f"{seat}_points": 17 for seat in "ab"}
        | {"c_points": 18, "a_cards": 27, "b_cards": 27, "c_cards": 24},
        "tarot_france_1637": {"a_tarots_won": 6}
        | {f"{seat}_tarots_won": 0 for seat in "bc"}
        | {f"{seat}_tarots_lost": 0 for seat in "abc"},
    }[key]
    untouched = {each.name: each.default for each in game.fields}
    outcome = untouched | usual | said
    found = [each.code for each in game.problems(outcome, game.deal("5eed" * 16, "", 1))]
    mine = {"points_few", "last_of_two", "kings_many", "not_both"}
    assert [code for code in found if code in mine] == codes
    assert not mine & {each.code for each in game.problems(outcome, game.board(1))}
