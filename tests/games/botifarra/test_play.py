"""The card play of Botifarra, compared with a second referee."""

from random import Random

import pytest

from games.botifarra.contract import CARD_BY_TEXT, Contract
from games.botifarra.play import CardPlayPosition, legal_cards
from games.cards import SPANISH_48, Card
from games.catalogue import get_game
from games.hands import Hands
from games.playout import playout
from games.records import parse_record
from games.replay import replay
from games.tricks import Trick
from tests.games import referee

SEED = "5e" * 32
EDITIONS = [
    {"edition": "eastern"},
    {"edition": "western"},
    {"edition": "eastern", "second_player_points": "yes"},
]
TEXTS = [str(card) for card in SPANISH_48]


def cards(text):
    return tuple(Card(word[0], word[1:]) for word in text.split())


def random_play(options, number, seed=SEED):
    game = get_game("botifarra", options)
    return playout(game, game.deal(seed, "", number), Random(number))


FEW_PLAYS, MANY_PLAYS = 200, 1000
DAILY = [pytest.param((options, FEW_PLAYS), id="-".join(options.values())) for options in EDITIONS]
NIGHTLY = [
    pytest.param(
        (options, MANY_PLAYS), id=f"{'-'.join(options.values())}-many", marks=pytest.mark.thorough
    )
    for options in EDITIONS
]


@pytest.fixture(scope="module", params=[*DAILY, *NIGHTLY])
def records(request):
    """Yield random legal plays of random deals, with each seat as dealer in turn."""
    options, play_count = request.param
    return [random_play(options, board_number) for board_number in range(1, play_count + 1)]


def referee_legal(options, hand, table, trump):
    """Return the legal cards according to the second referee."""
    return referee.legal(hand, table, trump, options["edition"], options["second_player_points"])


def test_legal_cards_are_those_of_the_second_referee(records):
    for record in records:
        options = record["options"]
        for _seat, hand, table, _card, trump in referee.moments(record)[0]:
            trick = Trick(("N", "W", "S", "E"), cards(" ".join(table)))
            own_answer = legal_cards(cards(" ".join(hand)), trick, trump, options)
            assert {str(card) for card in own_answer} == referee_legal(options, hand, table, trump)


def test_random_play_is_replayed_as_legal_with_the_same_result(records):
    for record in records:
        result, (_moments, ns) = replay(parse_record(record)), referee.moments(record)
        outcome = record["outcome"]
        assert result.is_legal
        assert result.outcome == outcome
        assert outcome["ns_points"] == ns
        assert result.x == referee.duplicate_x(
            record["dealer"], outcome["trump"], outcome["contro"], ns
        )


def test_turning_the_deal_by_one_seat_exchanges_the_sides(records):
    """The points of both sides add up to 72."""
    swapped = {"N": "W", "W": "S", "S": "E", "E": "N"}
    for record in records[:50]:
        turned = {
            **record,
            "dealer": swapped[record["dealer"]],
            "hands": {swapped[seat]: hand for seat, hand in record["hands"].items()},
        }
        assert (
            replay(parse_record(turned)).outcome["ns_points"] == 72 - record["outcome"]["ns_points"]
        )


def test_illegal_card_is_reported_with_the_legal_ones(records):
    """Replace one card of each play by another of the same hand that is illegal.

    The second referee decides what is illegal.
    """
    changed_count = 0
    for record in records[:200]:
        calls = len(record["actions"]) - 48
        moments, _ns = referee.moments(record)
        for index, (seat, hand, table, card, trump) in enumerate(moments):
            allowed = referee_legal(record["options"], hand, table, trump)
            if not (forbidden := sorted(hand - allowed)):
                continue
            actions = [
                *record["actions"][: calls + index],
                forbidden[0],
                *record["actions"][calls + index + 1 :],
            ]
            irregularity = replay(parse_record({**record, "actions": actions})).irregularities[0]
            assert (
                irregularity.action_index,
                irregularity.trick_number,
                irregularity.card_number,
            ) == (
                calls + index,
                index // 4 + 1,
                index % 4 + 1,
            )
            assert (irregularity.seat, irregularity.action) == (seat, forbidden[0])
            assert irregularity.legal_actions == tuple(text for text in TEXTS if text in allowed)
            assert card in allowed
            changed_count += 1
            break
    assert changed_count > 150


@pytest.mark.parametrize(
    ("trump", "table", "hand", "allowed"),
    [
        ("O", "E7 C8", "B2 O1", "B2 O1"),
        ("B", "O4 O8 B10", "B3 C10", "B3 C10"),
        ("C", "B12 C8", "C12 B2", "B2"),
    ],
    ids=[
        "partner winning: no duty to trump",
        "no duty to undertrump",
        "a suit that is held is followed",
    ],
)
def test_western_rules_do_not_require_what_programs_often_do(trump, table, hand, allowed):
    trick = Trick(("N", "W", "S", "E"), cards(table))
    assert set(legal_cards(cards(hand), trick, trump, {"edition": "western"})) == set(
        cards(allowed)
    )


def test_cards_that_are_legal_in_the_east_are_legal_in_the_west():
    random, east, west = Random(7), EDITIONS[0] | {"second_player_points": "no"}, EDITIONS[1]
    narrower_count = 0
    for _attempt in range(5000):
        pack = random.sample(SPANISH_48, random.randint(2, 15))
        cards_on_table = min(random.randint(1, 3), len(pack) - 1)
        trick, hand = (
            Trick(("N", "W", "S", "E"), tuple(pack[:cards_on_table])),
            tuple(pack[cards_on_table:]),
        )
        trump = random.choice(["O", "C", "E", "B", None])
        eastern = set(legal_cards(hand, trick, trump, east))
        western = set(legal_cards(hand, trick, trump, west))
        assert eastern <= western
        narrower_count += eastern < western
    assert narrower_count > 500


@pytest.mark.parametrize(
    ("edition", "table", "hand", "played", "code"),
    [
        ("western", "E7", "E2 C9", "C9", "must_follow_suit"),
        ("western", "E7", "E2 E9", "E2", "must_beat"),
        ("western", "E7", "B2 O2", "B2", "must_beat"),
        ("eastern", "E9 E2", "E3 E4 E1", "E4", "point_card_or_lowest"),
        ("eastern", "E9", "E3 E4", "E4", "must_play_lowest"),
        ("eastern", "E7", "E3", "C3", "not_held"),
        ("eastern", "E7", "E3", "E7", "already_played"),
    ],
)
def test_illegal_card_has_the_code_of_the_rule_it_breaks(edition, table, hand, played, code):
    """Trump is oros; the hand is that of the next player."""
    options = {"edition": edition, "second_player_points": "no"}
    trick = Trick(("N", "W", "S", "E"), cards(table))
    contract = Contract(dealer="E", trump="oros", is_delegated=False, last_double="none")
    hands = Hands({trick.turn: cards(hand)}, dict.fromkeys(SPANISH_48, 1), played=trick.cards)
    position = CardPlayPosition(CARD_BY_TEXT, trick, hands, options, contract)
    assert position.violation(played).code == code
    assert played in position.violation(played).message
    assert all(position.violation(legal) is None for legal in position.legal_actions())


def test_card_of_another_hand_stays_there_and_is_reported_when_played_again():
    record = random_play({"edition": "western"}, 3)
    calls = len(record["actions"]) - 48
    stolen = record["actions"][-1]
    actions = [*record["actions"][:calls], stolen, *record["actions"][calls + 1 :]]
    result = replay(parse_record({**record, "actions": actions}))
    codes = [
        (irregularity.action_index, irregularity.problem.code)
        for irregularity in result.irregularities
    ]
    assert codes[0] == (calls, "not_held")
    assert codes[-1] == (len(actions) - 1, "already_played")
    assert result.outcome is None
    assert result.x is None


def test_repr_of_a_position_never_shows_cards():
    game = get_game("botifarra")
    board = game.deal(SEED, "", 1)
    position, random = game.starting_position(board), Random(1)
    reprs = repr(board) + repr(board.deal)
    while position.turn is not None:
        reprs += repr(position)
        position = position.after(random.choice(position.legal_actions()))
    assert not any(f"'{text}'" in reprs or f"suit='{text[0]}'" in reprs for text in TEXTS)
    assert "Card(" not in reprs


def test_second_player_may_play_a_point_card_instead_of_winning():
    trick = Trick(("N", "W", "S", "E"), cards("E7"))
    options = {"edition": "eastern", "second_player_points": "yes"}
    assert set(legal_cards(cards("E10 E9 E8 E2 O1"), trick, "O", options)) == set(
        cards("E10 E9 E8")
    )
    assert set(
        legal_cards(cards("E10 E4 E2"), Trick(trick.seats, cards("E9")), "O", options)
    ) == set(cards("E10 E2"))
