"""What holds in every tarot game, for any legal or illegal play."""

from pathlib import Path
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.cards import Card
from games.catalogue import GAMES, get_game
from games.playout import playout, playout_random
from games.seats import PAIR_LINES
from games.tarot import declaring
from games.tarot.bonus_counting import TrickTaken
from games.tarot.deal_setup import DealSetup
from games.tarot.discarding import protected_cards
from games.tarot.following import fool_problem_code, playable_cards, trick_taker
from games.tarot.game import Tarot
from games.tarot.pack import FOOL, ORIGINAL_ORDER, PACK_66, TAROT_78, TEN_BELOW_JACK_ORDER
from games.tarot.rules import KINGS_AND_TRUMPS, FoolRules, TarotRules
from games.tarot.won_cards import WonCards
from games.tricks import Trick
from tests.games.tarot.balances import net_by_seat
from tests.hypothesis_examples import one_in

SEED = "7a" * 32
PAGES = Path(__file__).parents[3] / "docs" / "games"
KEYS = [game.key for game in GAMES if issubclass(game, Tarot)]
every_tarot = pytest.mark.parametrize("key", KEYS)


def cards(text):
    return tuple(Card(word[0], word[1:]) for word in text.split())


def trick(text):
    table = cards(text)
    return Trick(tuple("ABCDEF"[: len(table) + 1]), table)


def texts(hand):
    return " ".join(map(str, hand))


def playable_texts(hand, table, has_trick=True, **rules):
    return texts(playable_cards(TarotRules(25, 25, **rules), cards(hand), trick(table), has_trick))


def test_catalogue_has_fifteen_tarot_games():
    assert len(KEYS) == 15


def test_packs_have_the_cards_of_their_sources():
    assert len(TAROT_78) == len(set(TAROT_78)) == 78
    assert len(PACK_66) == 66
    left_out = "S1 S2 S3 B1 B2 B3 C8 C9 C10 D8 D9 D10"
    assert set(TAROT_78) - set(PACK_66) == set(cards(left_out))
    for duplicated in ("trumps", "hearts"):
        assert len(get_game("tarot_munich_1756", {"doubled": duplicated}).pack) == 103


@pytest.mark.parametrize(
    ("order", "high_to_low"),
    [
        (ORIGINAL_ORDER, "SK SQ SC SJ S10 S9 S2 S1"),
        (ORIGINAL_ORDER, "CK CQ CC CJ C1 C2 C9 C10"),
        (TEN_BELOW_JACK_ORDER, "DK DQ DC DJ D10 D9 D2 D1"),
        (TEN_BELOW_JACK_ORDER, "T21 T20 T2 T1"),
    ],
)
def test_order_ranks_the_cards_of_a_suit(order, high_to_low):
    assert texts(sorted(cards(high_to_low), key=order.__getitem__, reverse=True)) == high_to_low


@pytest.mark.parametrize(
    ("key", "options", "total"),
    [
        ("tarot_classic_three", {}, 78),
        ("tarot_swiss_troggen", {}, 76),
        ("tarot_germany_taroc", {}, 78),
        ("tarot_belgium", {}, 78),
        ("tarot_netherlands_1846", {}, 78),
        ("tarot_classic_four", {}, 72),
        ("tarot_whist", {}, 72),
        ("tarot_munich_1756", {}, 96),
        ("tarot_munich_1756", {"doubled": "hearts"}, 100),
        ("tarot_netherlands_four", {}, 78),
        ("tarot_france_1659_pot", {"players": "6"}, 66),
    ],
)
def test_card_points_of_a_deal_have_the_published_total(key, options, total):
    game = get_game(key, options)
    totals = [field.split_total for field in game.fields if field.split_total]
    assert totals or [card_sum.total for card_sum in game.field_sums(game.board(1))] == [total]
    assert totals in ([], [total])


@every_tarot
@pytest.mark.parametrize("number", [1, 2, 3, 4, 5])
def test_payments_cancel_out_and_card_points_have_their_total(key, number):
    game = get_game(key)
    board = game.deal(SEED, "", number)
    outcome = playout(game, board, playout_random(SEED, game, number))["outcome"]
    assert sum(net_by_seat(game.ledger(outcome), game.seats).values()) == 0
    points_by_line = game.rules.counting.points_by_line(game.lines, outcome)
    split_totals = [field.split_total for field in game.fields if field.split_total]
    assert not split_totals or sum(points_by_line.values()) in (
        split_totals[0],
        2 * split_totals[0],
    )


@every_tarot
@one_in(4)
@given(data=st.data())
def test_play_goes_on_after_any_action(key, data):
    """Illegal actions have an objection, and a finished deal can be scored."""
    game = get_game(key)
    board = game.deal(SEED, "", data.draw(st.integers(1, 3)))
    position, random = game.starting_position(board), Random(data.draw(st.integers(0, 999)))
    all_actions = sorted(declaring.declaration_actions(game.rules.declarations, game.seats))
    all_actions += [
        prefix + str(card) for card in game.pack for prefix in ("", "discard:", "exchange:")
    ]
    known_actions = [action for action in all_actions if position.is_action(action)]
    for _step in range(400):
        if position.turn is None:
            break
        legal = position.legal_actions()
        action = random.choice(legal) if random.random() < 0.7 else random.choice(known_actions)
        assert legal
        assert position.is_action(action)
        assert action in legal or position.violation(action) is not None
        position = position.after(action)
    outcome = position.outcome()
    assert outcome is None or set(game.raw_results(outcome, board)) == set(game.lines)


@pytest.mark.parametrize(
    ("hand", "table", "legal"),
    [
        ("S1 C2 T3 F", "", "S1 C2 T3 F"),
        ("S1 C2 T3 F", "S9", "S1 F"),
        ("C2 T3 T9 F", "S9 T8", "T3 T9 F"),
        ("C2 D3", "S9 T8", "C2 D3"),
        ("C2 D3 T1", "T8", "T1"),
        ("C2 D3 T1", "F", "C2 D3 T1"),
        ("C2 D3 T1", "F D9", "D3"),
        ("F", "S9", "F"),
    ],
)
def test_card_must_follow_suit_or_trump(hand, table, legal):
    assert playable_texts(hand, table) == legal


@pytest.mark.parametrize(
    ("hand", "table", "legal"),
    [
        ("S1 C2 T3", "B9", "S1 T3"),
        ("C2 T3", "S9", "T3"),
        ("S1 C2", "T9", "S1 C2"),
        ("S1 C2", "B9", "S1"),
    ],
)
def test_half_trump_is_played_when_no_card_follows_suit(hand, table, legal):
    assert playable_texts(hand, table, half_trump_suit="S") == legal


@pytest.mark.parametrize(
    ("hand", "table", "legal"),
    [("C2 T3", "S9 T8", "C2 T3"), ("C2 T3", "S9 S8", "T3"), ("C2 T3", "T8 T9", "T3")],
)
def test_second_trump_is_not_required_if_optional(hand, table, legal):
    assert playable_texts(hand, table, second_ruff_optional=True) == legal


@pytest.mark.parametrize(
    ("table", "fool", "has_trick", "legal"),
    [
        ("", FoolRules(lead_rule="never"), True, "C2"),
        ("S9", FoolRules(lead_rule="never"), True, "C2 F"),
        ("S9", FoolRules(requires_trick=True), False, "C2"),
        ("S9", FoolRules(requires_trick=True), True, "C2 F"),
        ("S9", FoolRules(dead_tricks=25), True, "C2 F"),
        ("S9", FoolRules(barred_tricks=2), True, "C2"),
        ("S9", FoolRules(barred_tricks=1), True, "C2 F"),
    ],
)
def test_fool_may_be_played_unless_its_rules_forbid_it(table, fool, has_trick, legal):
    assert playable_texts("C2 F", table, has_trick, fool=fool) == legal


def test_forbidden_fool_has_the_code_of_the_rule_it_breaks():
    hand = (FOOL, Card("C", "2"))
    assert (
        fool_problem_code(
            TarotRules(25, 25, fool=FoolRules(lead_rule="never")), hand, trick(""), True
        )
        == "fool_may_not_be_led"
    )
    assert (
        fool_problem_code(
            TarotRules(25, 25, fool=FoolRules(barred_tricks=2)), hand, trick("S9"), True
        )
        == "fool_too_late"
    )
    assert (
        fool_problem_code(
            TarotRules(25, 25, fool=FoolRules(barred_tricks=1)), hand, trick("S9"), True
        )
        is None
    )
    assert (
        fool_problem_code(
            TarotRules(25, 25, fool=FoolRules(requires_trick=True)), hand, trick("S9"), False
        )
        == "fool_needs_trick"
    )
    assert fool_problem_code(TarotRules(25, 25), hand, trick(""), False) is None


@every_tarot
def test_repr_of_a_position_never_shows_a_hand(key):
    game = get_game(key)
    position = game.starting_position(game.deal(SEED, "", 1))
    while position.turn and position.trick_number is None:
        assert not shows_cards(position)
        position = position.after(position.legal_actions()[-1])
    assert not shows_cards(position)


def shows_cards(position):
    return "Card(" in repr(position)


def test_last_card_may_always_be_played():
    assert (
        playable_texts("F", "", False, fool=FoolRules(lead_rule="never", requires_trick=True))
        == "F"
    )


def won_after_fool(number, fool, winner):
    """Return what is won after trick `number` of 25, and the setup.

    N leads S1, W plays the Fool, S plays S2, and E plays S3.
    """
    rules = TarotRules(28, 25, has_partners=True, fool=fool)
    sides = {"N": ("W", "E"), "S": ("W", "E"), "W": ("N", "S"), "E": ("N", "S")}
    setup = DealSetup(rules, ("N", "W", "S", "E"), PAIR_LINES, sides, "E")
    trick = TrickTaken(number, number == 25, setup.seats, cards("S1 F S2 S3"), winner)
    return WonCards(dict.fromkeys(setup.seats, ())).with_trick(trick, setup), setup


@pytest.mark.parametrize(("number", "pile"), [(22, "F"), (23, "")])
def test_fool_is_taken_like_any_card_in_dead_tricks(number, pile):
    won, _setup = won_after_fool(number, FoolRules(dead_tricks=3), "S")
    assert texts(won.piles["W"]) == pile
    assert (FOOL in won.piles["S"]) == (pile == "")
    assert len(won.excuses) == len(pile)


@pytest.mark.parametrize(
    ("winner", "exchanged", "owed"), [("S", True, True), ("S", False, False), ("E", True, False)]
)
def test_card_for_the_fool_is_owed_to_opponents_only(winner, exchanged, owed):
    won, _setup = won_after_fool(1, FoolRules(is_exchanged=exchanged), winner)
    assert [excuse.is_owed for excuse in won.excuses] == [owed]


def test_card_for_the_fool_comes_from_either_pile_of_the_side():
    won, setup = won_after_fool(1, FoolRules(), "S")
    assert won.due_excuse(setup) is None
    second = TrickTaken(2, False, setup.seats, cards("S4 C5 C6 SK"), "E")
    won = won.with_trick(second, setup)
    excuse = won.due_excuse(setup)
    assert texts(won.exchangeable_cards("W", setup)) == "S4 C5 C6 SK"
    won = won.with_exchange(excuse, Card("C", "5"), setup)
    assert won.due_excuse(setup) is None
    assert texts(won.piles["S"]) == "S1 S2 S3 C5"
    assert texts(won.piles["E"]) == "S4 C6 SK"


@pytest.mark.parametrize(("forfeited", "holder"), [(True, "ns"), (False, "ew")])
def test_fool_of_a_side_without_tricks_is_forfeited_by_rule(forfeited, holder):
    won, setup = won_after_fool(1, FoolRules(is_forfeited=forfeited), "S")
    taken = won.taken_by_line(setup, dict.fromkeys(setup.seats, ()))
    assert [line for line in PAIR_LINES if FOOL in taken[line].cards] == [holder]


@pytest.mark.parametrize(
    ("table", "rules", "winner"),
    [
        ("S9 SK S10", {}, "B"),
        ("S9 BK S1", {}, "A"),
        ("S9 T1 T2", {}, "C"),
        ("F S2 BK", {}, "B"),
        ("C2 F C1", {}, "C"),
        ("C2 F C1", {"order": TEN_BELOW_JACK_ORDER}, "A"),
        ("B9 S1 BK", {"half_trump_suit": "S"}, "B"),
        ("B9 S1 T1", {"half_trump_suit": "S"}, "C"),
        ("T9 T9 T2", {}, "A"),
        ("T9 T9 T2", {"later_duplicate_wins": True}, "B"),
    ],
)
def test_highest_card_takes_the_trick(table, rules, winner):
    assert trick_taker(TarotRules(25, 25, **rules), trick(table)) == winner


@pytest.mark.parametrize(
    ("hand", "trump_discard_rule", "free"),
    [
        ("S1 SK T5 T6 T7", "never", "S1"),
        ("S1 SK T5 T6 T7", "three", "S1 T5 T6 T7"),
        ("S1 SK T5 T6 T7 T8", "three", "S1"),
        ("S1 SK T1 T6 F", "three", "S1"),
        ("S1 SK T1 T6 F", "three_or_fool", "S1 T1 T6 F"),
        ("S1 SK T2 T6 F", "three_or_fool", "S1"),
        ("S1 SK T5 T6 T7 F", "three_or_fool", "S1 T5 T6 T7"),
    ],
)
def test_protected_cards_depend_on_the_rule_for_trumps(hand, trump_discard_rule, free):
    rules = TarotRules(
        28, 25, protected_cards=KINGS_AND_TRUMPS | {FOOL}, trump_discard_rule=trump_discard_rule
    )
    assert (
        texts(card for card in cards(hand) if card not in protected_cards(rules, cards(hand)))
        == free
    )


def test_hand_is_sorted_from_the_king_down():
    game = get_game("tarot_classic_three")
    assert (
        texts(game.sorted_hand(cards("F T2 T11 C10 C1 CJ S1 S10 SK")))
        == "SK S10 S1 CJ C1 C10 T11 T2 F"
    )


@pytest.mark.parametrize(
    "game", [game for game in GAMES if game.key in KEYS and game().lines == PAIR_LINES]
)
def test_page_of_a_partnership_game_says_what_the_partners_i_brings(game):
    """No partnership game pays for the I so far.

    A game that gives it a bonus must also decide about a trick that the partner takes.
    """
    page = (PAGES / f"{game.key}.md").read_text(encoding="utf-8").split("## Decisions")[1]
    assert "the I that a partner wins" in page
    assert "whether a partner shares" in page
    assert not game().rules.bonuses
