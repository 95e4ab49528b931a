"""Declarations: what hands hold, what can be combined, what is paid, what is impossible."""

from collections import Counter
from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import Card
from games.deals import BoardSetup, Deal
from games.tarot import declaration_counting, declarations_by_game
from games.tarot.declarations import declaration_fields, undeclared_values
from games.tarot.declaring import DECLARE_PREFIX, DeclarationPosition, declaration_actions
from games.tarot.ledger import payments_from_each, refunds
from games.tarot.pack import FOOL, KINGS
from games.tarot.requirements import Requirement, can_all_be_met, holds, matadors
from tests.games.tarot.balances import net_by_seat

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
    return tuple(CARDS[word] for word in text.split())


def hands_of(seed):
    return {seat: tuple(seed[i::3]) for i, seat in enumerate(SEATS)}


def start_position(table, hands, on_complete=lambda declared: declared):
    known_actions = declaration_actions(table, SEATS) | set(CARDS)
    return DeclarationPosition(
        table, OPPONENTS, hands, SEATS, undeclared_values(table, SEATS), known_actions, on_complete
    )


def declarable_words(table, hand):
    """Return the declarations that a hand holds, each considered alone."""
    hands = {"A": cards(hand), "B": (), "C": ()}
    return [
        action.removeprefix(DECLARE_PREFIX)
        for action in start_position(table, hands).legal_actions()[:-1]
    ]


def outcome(table, **declared):
    return {**undeclared_values(table, SEATS), **declared}


def problem_codes(table, deal=None, **declared):
    board = BoardSetup(1, "A", deal and Deal({seat: cards(hand) for seat, hand in deal.items()}))
    return [
        problem.code
        for problem in declaration_counting.declaration_problems(
            table, outcome(table, **declared), board, OPPONENTS
        )
    ]


@pytest.mark.parametrize(
    ("table", "hand", "words"),
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
def test_hand_can_declare_what_it_holds(table, hand, words):
    words = words.replace("tarots_… ", "").split()
    assert declarable_words(ALL_TABLES[table], hand)[: len(words)] == words
    if table != "1637":
        assert declarable_words(ALL_TABLES[table], hand) == words


def test_fool_counts_among_the_trumps_only_in_1637():
    nine_and_fool = " ".join(f"T{number}" for number in range(8, 17)) + " F"
    assert "trumps_10" in declarable_words(declarations_by_game.FRANCE_1637, nine_and_fool)
    assert declarable_words(declarations_by_game.FRANCE_1781, nine_and_fool) == []
    assert declarable_words(declarations_by_game.german_declarations(), nine_and_fool) == []
    assert declarable_words(declarations_by_game.NETHERLANDS_1846, nine_and_fool) == [
        "trumps_9_fool"
    ]
    assert declarable_words(declarations_by_game.BELGIUM, nine_and_fool) == []


def test_belgian_trumps_are_worth_their_number():
    trumps = next(
        declaration
        for declaration in declarations_by_game.BELGIUM.declarations
        if declaration.name == "trumps"
    )
    assert [trumps.worth_of(number) for number in (0, 10, 11, 21)] == [0, 10, 11, 21]


def test_german_declarations_are_worth_more_for_each_further_card():
    declarations = {
        declaration.name: declaration
        for declaration in declarations_by_game.german_declarations(further_trump=5).declarations
    }
    assert [declarations["matadors"].worth_of(number) for number in (3, 4, 6)] == [10, 15, 25]
    assert [declarations["trumps"].worth_of(number) for number in (10, 12)] == [10, 20]
    assert not [
        declaration
        for declaration in declarations_by_game.german_declarations(
            trump_count=0, further_trump=5
        ).declarations
        if declaration.name == "trumps"
    ]


@given(st.permutations(PACK))
def test_matadors_follow_each_other_without_a_gap(pack):
    hand = set(pack[:28])
    run = next(number for number in range(22) if Card("T", str(21 - number)) not in hand)
    has_both = {FOOL, Card("T", "1")} <= hand
    for number in range(3, 22):
        assert holds(tuple(hand), matadors(number)) == (has_both and number - 2 <= run)


@given(st.permutations(PACK))
@every_table
def test_legal_declarations_have_no_problems_and_are_paid(table, pack):
    hands = hands_of(pack)
    position, number_declared = start_position(table, hands), Counter()
    while isinstance(position, DeclarationPosition):
        seat, action = position.turn, position.legal_actions()[0]
        number_declared[seat] += action != "pass"
        assert position.is_action(action)
        position = position.after(action)
    assert list(position) == [field.name for field in declaration_fields(table, SEATS)]
    assert (
        declaration_counting.declaration_problems(
            table, position, BoardSetup(1, "A", Deal(hands)), OPPONENTS
        )
        == []
    )
    assert (
        declaration_counting.declaration_problems(table, position, BoardSetup(1, "A"), OPPONENTS)
        == []
    )
    ledger = declaration_counting.declaration_payments(
        table, position, OPPONENTS, dict.fromkeys(SEATS, 40)
    )
    balance = net_by_seat(ledger, SEATS)
    assert sum(balance.values()) == 0
    assert all(payment.amount > 0 for payment in ledger)
    assert all(number_declared[payment.payee] for payment in ledger)


@given(st.permutations(PACK), st.data())
@every_table
def test_illegal_declaration_counts_as_a_pass(table, pack, data):
    position = start_position(table, hands_of(pack))
    for _each in range(200):
        action = data.draw(st.sampled_from(sorted(position.known_actions)))
        legal = action in position.legal_actions()
        assert (position.violation(action) is None) == legal
        following = position.after(action)
        if legal or action == "pass":
            position = following
        else:
            assert following == position.after("pass")
            position = following
        if not isinstance(position, DeclarationPosition):
            break


def test_illegal_declaration_has_the_code_of_the_rule_it_breaks():
    hands = {"A": cards("SK BK CK F T1"), "B": (), "C": ()}
    position = start_position(declarations_by_game.NETHERLANDS_1846, hands).after(
        "declare:kings_3_fool"
    )
    actions = [
        "declare:kings_4",
        "declare:matadors",
        "declare:kings_3_fool",
        "declare:nomination",
        "SK",
    ]
    assert [position.violation(action).code for action in actions] == [
        "not_held",
        "not_held",
        "declared_twice",
        "illegal_call",
        "illegal_call",
    ]
    assert position.after("SK").turn == "B"


def test_fool_serves_only_one_declaration_in_1846():
    hands = {"A": cards("SK BK CK SQ SC F T1 T21"), "B": (), "C": ()}
    position = start_position(declarations_by_game.NETHERLANDS_1846, hands).after(
        "declare:matadors"
    )
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
def test_nomination_is_paid_by_opponents_without_honours(table, action, held, field, pays):
    table = ALL_TABLES[table]
    hands = {seat: cards(hand) for seat, hand in held.items()}
    position = start_position(table, hands).after(DECLARE_PREFIX + action)
    assert DECLARE_PREFIX + action not in position.legal_actions()
    declared = position.after("pass").after("pass").after("pass")
    assert declared["a_nomination"] == field
    assert (
        net_by_seat(
            declaration_counting.declaration_payments(table, declared, OPPONENTS, {}), SEATS
        )
        == pays
    )


def test_impossible_declarations_are_problems_without_the_cards():
    assert problem_codes(declarations_by_game.BELGIUM, a_kings_4=True, a_kings_3=True) == [
        "declared_twice"
    ]
    assert problem_codes(
        declarations_by_game.NETHERLANDS_1846, a_kings_3_fool=True, a_matadors=True
    ) == ["declared_twice"]
    assert problem_codes(declarations_by_game.BELGIUM, a_trumps=9) == ["declared_too_few"]
    assert problem_codes(declarations_by_game.BELGIUM, a_matadors=True, b_matadors=True) == [
        "held_twice"
    ]
    assert problem_codes(declarations_by_game.BELGIUM, a_kings_4=True, b_court_s=True) == [
        "held_twice"
    ]
    assert problem_codes(declarations_by_game.BELGIUM, a_trumps=11, b_trumps=11) == ["held_twice"]
    assert problem_codes(declarations_by_game.BELGIUM, a_trumps=11, b_trumps=10) == []
    assert problem_codes(declarations_by_game.FRANCE_1637, a_nomination="b", b_nomination="c") == [
        "held_twice"
    ]
    assert problem_codes(declarations_by_game.FRANCE_1637, a_trumps_10=True, b_trumps_10=True) == []


def test_declarations_that_were_not_dealt_are_problems_with_the_cards():
    deal = {"A": "SK BK F T21", "B": "T1", "C": "S1"}
    assert problem_codes(declarations_by_game.BELGIUM, deal, a_kings_2_fool=True) == []
    assert problem_codes(declarations_by_game.BELGIUM, deal, b_kings_2_fool=True) == ["not_dealt"]
    assert problem_codes(declarations_by_game.FRANCE_1637, deal, a_nomination="c") == []
    assert problem_codes(declarations_by_game.FRANCE_1637, deal, a_nomination="both") == [
        "holds_one"
    ]
    assert problem_codes(declarations_by_game.FRANCE_1637, deal, b_nomination="c") == ["not_dealt"]


@pytest.mark.parametrize(("points", "paid"), [(25, 0), (26, 10)])
def test_nine_trumps_and_the_fool_are_refunded_below_26_points(points, paid):
    table = declarations_by_game.NETHERLANDS_1846
    declared = outcome(table, b_trumps_9_fool=True)
    ledger = declaration_counting.declaration_payments(
        table, declared, OPPONENTS, {"A": 40, "B": points, "C": 30}
    )
    assert net_by_seat(ledger, SEATS) == {"A": -paid / 2, "B": paid, "C": -paid / 2}


@pytest.mark.parametrize(("points", "paid"), [(26, 0), (27, 20)])
def test_german_ten_trumps_are_refunded_up_to_26_points_if_chosen(points, paid):
    table = declarations_by_game.german_declarations(refund_at=26)
    ledger = declaration_counting.declaration_payments(
        table, outcome(table, b_trumps=True), OPPONENTS, {"A": 40, "B": points, "C": 30}
    )
    assert net_by_seat(ledger, SEATS)["B"] == paid


def test_declaration_of_a_partner_is_paid_by_both_opponents():
    opponents = declaration_counting.opponents_of({"ns": ("N", "S"), "ew": ("E", "W")})
    table, seats = declarations_by_game.NETHERLANDS_1846, ("N", "E", "S", "W")
    declared = {**undeclared_values(table, seats), "n_kings_4_fool": True}
    ledger = declaration_counting.declaration_payments(
        table, declared, opponents, dict.fromkeys(seats, 36)
    )
    assert net_by_seat(ledger, seats) == {"N": 20, "E": -10, "S": 0, "W": -10}


def test_can_all_be_met_is_exact_for_one_requirement_of_two_seats():
    """The result is compared with trying every way to deal the cards."""
    pool = sorted(KINGS)
    sets = [frozenset(kings) for size in (1, 2, 3) for kings in combinations(pool, size)]
    for first_set in sets:
        for second_set in sets:
            for first_least in range(1, len(first_set) + 1):
                for second_least in range(1, len(second_set) + 1):
                    can_be_dealt = any(
                        not set(first_kings) & set(second_kings)
                        for first_kings in combinations(first_set, first_least)
                        for second_kings in combinations(second_set, second_least)
                    )
                    first = (Requirement(first_set, first_least),)
                    second = (Requirement(second_set, second_least),)
                    assert can_all_be_met([first, second]) == can_be_dealt


@given(st.lists(st.tuples(st.sampled_from(SEATS), st.integers(-20, 20))))
def test_ledger_sums_to_zero_and_refunds_undo_it(entries):
    ledger = tuple(
        payment
        for seat, amount in entries
        for payment in payments_from_each(OPPONENTS[seat], seat, amount, "x")
    )
    assert sum(net_by_seat(ledger, SEATS).values()) == 0
    assert set(net_by_seat(ledger + refunds(ledger), SEATS).values()) == {0}
