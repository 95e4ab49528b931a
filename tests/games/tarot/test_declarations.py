"""The tables of declarations: what is held, what may be said together, what is paid, what cannot
be."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import Card
from games.deals import Deal, DealtBoard
from games.tarot import declaration_counting, declarations_by_game
from games.tarot.declarations import declaration_fields, undeclared_values
from games.tarot.declaring import DECLARE_PREFIX, DeclarationPosition, declaration_actions
from games.tarot.ledger import payments_from_each, refunds
from games.tarot.pack import FOOL, KINGS
from games.tarot.requirements import Requirement, can_all_be_met, holds, matadors
from tests.games.tarot.balances import net

PACK = [Card(s, r) for s in "SBCD" for r in [*map(str, range(1, 11)), *"JCQK"]]
PACK += [Card("T", str(number)) for number in range(1, 22)] + [FOOL]
CARDS = {str(card): card for card in PACK}
SEATS = ("A", "B", "C")
OPPONENTS = declaration_counting.opponents_of({"a": ("A",), "b": ("B",), "c": ("C",)})
ALL_TABLES = {
    "1637": declarations_by_game.FRANCE_1637,
    "1781": declarations_by_game.FRANCE_1781,
    "1846": declarations_by_game.NETHERLANDS_1846,
    "belgium": declarations_by_game.BELGIUM,
    "german": declarations_by_game.german_declarations(),
    "german_four": declarations_by_game.german_declarations(20, 0, 4, 10, 5, 26),
}
every_table = pytest.mark.parametrize("table", ALL_TABLES.values(), ids=ALL_TABLES)


def cards(text):
    return tuple(CARDS[each] for each in text.split())


def hands(seed):
    return {seat: tuple(seed[i::3]) for i, seat in enumerate(SEATS)}


def start(table, held, then=lambda declared: declared):
    known = declaration_actions(table, SEATS) | set(CARDS)
    return DeclarationPosition(
        table, OPPONENTS, held, SEATS, undeclared_values(table, SEATS), known, then
    )


def of(table, hand):
    """The words a hand holds in `table`, each looked at alone."""
    held = {"A": cards(hand), "B": (), "C": ()}
    return [
        action.removeprefix(DECLARE_PREFIX) for action in start(table, held).legal_actions()[:-1]
    ]


def outcome(table, **said):
    return {**undeclared_values(table, SEATS), **said}


def codes(table, deal=None, **said):
    board = DealtBoard(1, "A", deal and Deal({seat: cards(hand) for seat, hand in deal.items()}))
    return [
        each.code
        for each in declaration_counting.declaration_problems(
            table, outcome(table, **said), board, OPPONENTS
        )
    ]


@pytest.mark.parametrize(
    ("table", "hand", "held"),
    [
        ("1637", "D1 SK BK F", "belle tarots_… kings_2_fool"),
        (
            "1637",
            "SK BK CK DK T1 T21 F D1",
            "belle tarots_4 tarots_5 tarots_6 tarots_7 tarots_7_belle",
        ),
        ("1781", "T21 T1 F", "matadors nomination=b nomination=c"),
        ("1781", "T21 T20 T18", "top_3_of_5"),
        ("1781", "T1 T2 T3 T4 T5", "low_5 low_3_of_5"),
        ("1846", "SK BK CK F", "kings_3_fool"),
        ("1846", "SK SJ SQ F", "king_s_and_2_fool"),
        ("1846", "SJ SC SQ F", ""),
        ("belgium", "SJ SC SQ F", "court_s_3_fool"),
        ("belgium", "SK BK F", "kings_2_fool"),
        ("german", "T21 T1 F T20 T18", "matadors=3 matadors=4"),
        ("german", "SJ SC SQ SK", "court_s half_s"),
        ("german_four", "SJ SC SQ SK", "court_s"),
        ("german_four", "T21 T1 F T20", "matadors"),
    ],
)
def test_a_hand_holds(table, hand, held):
    held = held.replace("tarots_… ", "").split()
    assert of(ALL_TABLES[table], hand)[: len(held)] == held
    if table != "1637":
        assert of(ALL_TABLES[table], hand) == held


def test_the_fool_is_a_triumph_in_1637_and_a_trump_nowhere_else():
    nine_and_fool = " ".join(f"T{number}" for number in range(8, 17)) + " F"
    assert "trumps_10" in of(declarations_by_game.FRANCE_1637, nine_and_fool)
    assert of(declarations_by_game.FRANCE_1781, nine_and_fool) == []
    assert of(declarations_by_game.german_declarations(), nine_and_fool) == []
    assert of(declarations_by_game.NETHERLANDS_1846, nine_and_fool) == ["trumps_9_fool"]
    assert of(declarations_by_game.BELGIUM, nine_and_fool) == []


def test_belgian_trumps_are_worth_their_number():
    trumps = next(
        each for each in declarations_by_game.BELGIUM.declarations if each.name == "trumps"
    )
    assert [trumps.worth_of(number) for number in (0, 10, 11, 21)] == [0, 10, 11, 21]


def test_german_worths():
    german = {
        each.name: each
        for each in declarations_by_game.german_declarations(further_trump=5).declarations
    }
    assert [german["matadors"].worth_of(number) for number in (3, 4, 6)] == [10, 15, 25]
    assert [german["trumps"].worth_of(number) for number in (10, 12)] == [10, 20]
    assert not [
        each
        for each in declarations_by_game.german_declarations(trumps=0, further_trump=5).declarations
        if each.name == "trumps"
    ]


@given(st.permutations(PACK))
def test_matadors_run_down_without_a_gap(pack):
    hand = set(pack[:28])
    run = next(number for number in range(22) if Card("T", str(21 - number)) not in hand)
    has_both = {FOOL, Card("T", "1")} <= hand
    for number in range(3, 22):
        assert holds(tuple(hand), matadors(number)) == (has_both and number - 2 <= run)


@given(st.permutations(PACK))
@every_table
def test_all_that_is_legal_to_say_is_paid_by_each_opponent_and_was_dealt(table, pack):
    held = hands(pack)
    position, said = start(table, held), Counter()
    while isinstance(position, DeclarationPosition):
        seat, action = position.turn, position.legal_actions()[0]
        said[seat] += action != "pass"
        assert position.understands(action)
        position = position.after(action)
    assert list(position) == [field.name for field in declaration_fields(table, SEATS)]
    assert (
        declaration_counting.declaration_problems(
            table, position, DealtBoard(1, "A", Deal(held)), OPPONENTS
        )
        == []
    )
    assert (
        declaration_counting.declaration_problems(table, position, DealtBoard(1, "A"), OPPONENTS)
        == []
    )
    ledger = declaration_counting.declaration_payments(
        table, position, OPPONENTS, dict.fromkeys(SEATS, 40)
    )
    balance = net(ledger, SEATS)
    assert sum(balance.values()) == 0
    assert all(payment.amount > 0 for payment in ledger)
    assert all(said[payment.payee] for payment in ledger)


@given(st.permutations(PACK), st.data())
@every_table
def test_whatever_is_said_ends(table, pack, data):
    """Also what is against the rules, which counts as a pass."""
    position = start(table, hands(pack))
    for _each in range(200):
        action = data.draw(st.sampled_from(sorted(position.known_actions)))
        legal = action in position.legal_actions()
        assert (position.objection(action) is None) == legal
        following = position.after(action)
        if legal or action == "pass":
            position = following
        else:
            assert following == position.after("pass")
            position = following
        if not isinstance(position, DeclarationPosition):
            break


def test_objections():
    held = {"A": cards("SK BK CK F T1"), "B": (), "C": ()}
    position = start(declarations_by_game.NETHERLANDS_1846, held).after("declare:kings_3_fool")
    told = [
        "declare:kings_4",
        "declare:matadors",
        "declare:kings_3_fool",
        "declare:nomination",
        "SK",
    ]
    assert [position.objection(each).code for each in told] == [
        "not_held",
        "not_held",
        "declared_twice",
        "illegal_call",
        "illegal_call",
    ]
    assert position.after("SK").turn == "B"


def test_the_fool_serves_one_declaration_in_1846():
    held = {"A": cards("SK BK CK SQ SC F T1 T21"), "B": (), "C": ()}
    position = start(declarations_by_game.NETHERLANDS_1846, held).after("declare:matadors")
    assert position.legal_actions() == ("pass",)


@pytest.mark.parametrize(
    ("table", "action", "held", "field", "pays"),
    [
        (
            "1637",
            "nomination",
            {"A": "T1 F", "B": "T21", "C": "S1"},
            "c",
            {"A": 1, "B": 0, "C": -1},
        ),
        (
            "1637",
            "nomination",
            {"A": "T1 F", "B": "S2", "C": "S1"},
            "both",
            {"A": 2, "B": -1, "C": -1},
        ),
        (
            "1781",
            "nomination=b",
            {"A": "T1 F", "B": "T21", "C": "S1"},
            "none",
            {"A": 0, "B": 0, "C": 0},
        ),
        (
            "1781",
            "nomination=c",
            {"A": "T1 F", "B": "T21", "C": "S1"},
            "c",
            {"A": 5, "B": 0, "C": -5},
        ),
    ],
)
def test_nomination(table, action, held, field, pays):
    held, table = {seat: cards(hand) for seat, hand in held.items()}, ALL_TABLES[table]
    position = start(table, held).after(DECLARE_PREFIX + action)
    assert DECLARE_PREFIX + action not in position.legal_actions()
    said = position.after("pass").after("pass").after("pass")
    assert said["a_nomination"] == field
    assert net(declaration_counting.declaration_payments(table, said, OPPONENTS, {}), SEATS) == pays


def test_problems_without_the_cards():
    assert codes(declarations_by_game.BELGIUM, a_kings_4=True, a_kings_3=True) == ["declared_twice"]
    assert codes(declarations_by_game.NETHERLANDS_1846, a_kings_3_fool=True, a_matadors=True) == [
        "declared_twice"
    ]
    assert codes(declarations_by_game.BELGIUM, a_trumps=9) == ["declared_too_few"]
    assert codes(declarations_by_game.BELGIUM, a_matadors=True, b_matadors=True) == ["held_twice"]
    assert codes(declarations_by_game.BELGIUM, a_kings_4=True, b_court_s=True) == ["held_twice"]
    assert codes(declarations_by_game.BELGIUM, a_trumps=11, b_trumps=11) == ["held_twice"]
    assert codes(declarations_by_game.BELGIUM, a_trumps=11, b_trumps=10) == []
    assert codes(declarations_by_game.FRANCE_1637, a_nomination="b", b_nomination="c") == [
        "held_twice"
    ]
    assert codes(declarations_by_game.FRANCE_1637, a_trumps_10=True, b_trumps_10=True) == []


def test_problems_with_the_cards():
    deal = {"A": "SK BK F T21", "B": "T1", "C": "S1"}
    assert codes(declarations_by_game.BELGIUM, deal, a_kings_2_fool=True) == []
    assert codes(declarations_by_game.BELGIUM, deal, b_kings_2_fool=True) == ["not_dealt"]
    assert codes(declarations_by_game.FRANCE_1637, deal, a_nomination="c") == []
    assert codes(declarations_by_game.FRANCE_1637, deal, a_nomination="both") == ["holds_one"]
    assert codes(declarations_by_game.FRANCE_1637, deal, b_nomination="c") == ["not_dealt"]


@pytest.mark.parametrize(("points", "paid"), [(25, 0), (26, 10)])
def test_nine_trumps_and_the_fool_are_refunded_under_26(points, paid):
    table, said = (
        declarations_by_game.NETHERLANDS_1846,
        outcome(declarations_by_game.NETHERLANDS_1846, b_trumps_9_fool=True),
    )
    ledger = declaration_counting.declaration_payments(
        table, said, OPPONENTS, {"A": 40, "B": points, "C": 30}
    )
    assert net(ledger, SEATS) == {"A": -paid / 2, "B": paid, "C": -paid / 2}


@pytest.mark.parametrize(("points", "paid"), [(26, 0), (27, 20)])
def test_german_ten_trumps_may_be_refunded_up_to_26(points, paid):
    table = declarations_by_game.german_declarations(refund_at=26)
    ledger = declaration_counting.declaration_payments(
        table, outcome(table, b_trumps=True), OPPONENTS, {"A": 40, "B": points, "C": 30}
    )
    assert net(ledger, SEATS)["B"] == paid


def test_a_partnership_is_paid_by_both_opponents():
    opponents = declaration_counting.opponents_of({"ns": ("N", "S"), "ew": ("E", "W")})
    table, seats = declarations_by_game.NETHERLANDS_1846, ("N", "E", "S", "W")
    said = {**undeclared_values(table, seats), "n_kings_4_fool": True}
    ledger = declaration_counting.declaration_payments(
        table, said, opponents, dict.fromkeys(seats, 36)
    )
    assert net(ledger, seats) == {"N": 20, "E": -10, "S": 0, "W": -10}


def test_enough_cards_for_all_is_exact_for_one_need_each():
    """Against trying every way to give the cards out."""
    pool = sorted(KINGS)
    sets = [frozenset(each) for size in (1, 2, 3) for each in combinations(pool, size)]
    for one in sets:
        for other in sets:
            for n in range(1, len(one) + 1):
                for m in range(1, len(other) + 1):
                    given_out = any(
                        not set(mine) & set(yours)
                        for mine in combinations(one, n)
                        for yours in combinations(other, m)
                    )
                    assert (
                        can_all_be_met([(Requirement(one, n),), (Requirement(other, m),)])
                        == given_out
                    )


@given(st.lists(st.tuples(st.sampled_from(SEATS), st.integers(-20, 20))))
def test_a_ledger_sums_to_zero_and_refunds_undo_it(entries):
    ledger = tuple(
        each
        for seat, amount in entries
        for each in payments_from_each(OPPONENTS[seat], seat, amount, "x")
    )
    assert sum(net(ledger, SEATS).values()) == 0
    assert set(net(ledger + refunds(ledger), SEATS).values()) == {0}
