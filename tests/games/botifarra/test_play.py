"""The play of the cards, against a second referee."""

from random import Random

import pytest

from games.botifarra.contract import CARD_BY_TEXT, Contract
from games.botifarra.play import CardPlay, legal_cards
from games.cards import SPANISH_48, Card
from games.catalogue import get_game
from games.hands import Hands
from games.playout import playout
from games.records import read
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


def played_out(options, number, seed=SEED):
    game = get_game("botifarra", options)
    return playout(game, game.deal(seed, "", number), Random(number))


FEW, MANY = 200, 1000
DAILY = [pytest.param((each, FEW), id="-".join(each.values())) for each in EDITIONS]
NIGHTLY = [
    pytest.param((each, MANY), id=f"{'-'.join(each.values())}-many", marks=pytest.mark.thorough)
    for each in EDITIONS
]


@pytest.fixture(scope="module", params=[*DAILY, *NIGHTLY])
def records(request):
    """So many random legal plays of random deals, dealers all round the table."""
    options, number = request.param
    return [played_out(options, each) for each in range(1, number + 1)]


def judged(options, hand, table, trump):
    """The second referee's legal set."""
    return referee.legal(hand, table, trump, options["edition"], options["second_player_points"])


def test_both_referees_agree_at_every_card(records):
    for record in records:
        options = record["options"]
        for _seat, hand, table, _card, trump in referee.moments(record)[0]:
            trick = Trick(("N", "W", "S", "E"), cards(" ".join(table)))
            ours = legal_cards(cards(" ".join(hand)), trick, trump, options)
            assert {str(card) for card in ours} == judged(options, hand, table, trump)


def test_playouts_replay_as_legal_to_the_same_result(records):
    for record in records:
        result, (_moments, ns) = replay(read(record)), referee.moments(record)
        outcome = record["outcome"]
        assert result.legal
        assert result.outcome == outcome
        assert outcome["ns_points"] == ns
        assert result.x == referee.duplicate_x(
            record["dealer"], outcome["trump"], outcome["contro"], ns
        )


def test_turned_by_one_seat_the_sides_change_places(records):
    """All points of a deal go to one side or the other: 72 together."""
    swapped = {"N": "W", "W": "S", "S": "E", "E": "N"}
    for record in records[:50]:
        turned = {
            **record,
            "dealer": swapped[record["dealer"]],
            "hands": {swapped[seat]: hand for seat, hand in record["hands"].items()},
        }
        assert replay(read(turned)).outcome["ns_points"] == 72 - record["outcome"]["ns_points"]


def test_an_illegal_card_is_reported_with_what_was_legal(records):
    """In each play one card is changed to another of the same hand that the second referee
    forbids."""
    changed = 0
    for record in records[:200]:
        calls = len(record["actions"]) - 48
        moments, _ns = referee.moments(record)
        for index, (seat, hand, table, card, trump) in enumerate(moments):
            allowed = judged(record["options"], hand, table, trump)
            if not (forbidden := sorted(hand - allowed)):
                continue
            actions = [
                *record["actions"][: calls + index],
                forbidden[0],
                *record["actions"][calls + index + 1 :],
            ]
            found = replay(read({**record, "actions": actions})).irregularities[0]
            assert (found.action, found.trick, found.card) == (
                calls + index,
                index // 4 + 1,
                index % 4 + 1,
            )
            assert (found.seat, found.played) == (seat, forbidden[0])
            assert found.legal == tuple(text for text in TEXTS if text in allowed)
            assert card in allowed
            changed += 1
            break
    assert changed > 150


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
def test_western_positions_that_programs_get_wrong(trump, table, hand, allowed):
    trick = Trick(("N", "W", "S", "E"), cards(table))
    assert set(legal_cards(cards(hand), trick, trump, {"edition": "western"})) == set(
        cards(allowed)
    )


def test_what_the_east_allows_the_west_allows():
    random, east, west = Random(7), EDITIONS[0] | {"second_player_points": "no"}, EDITIONS[1]
    narrower = 0
    for _time in range(5000):
        pack = random.sample(SPANISH_48, random.randint(2, 15))
        place = min(random.randint(1, 3), len(pack) - 1)
        trick, hand = Trick(("N", "W", "S", "E"), tuple(pack[:place])), tuple(pack[place:])
        trump = random.choice(["O", "C", "E", "B", None])
        eastern = set(legal_cards(hand, trick, trump, east))
        western = set(legal_cards(hand, trick, trump, west))
        assert eastern <= western
        narrower += eastern < western
    assert narrower > 500


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
def test_each_objection_has_its_code(edition, table, hand, played, code):
    """Trump is oros; the hand belongs to whoever plays next."""
    options = {"edition": edition, "second_player_points": "no"}
    trick = Trick(("N", "W", "S", "E"), cards(table))
    contract = Contract(dealer="E", trump="oros", delegated=False, contro="none")
    hands = Hands({trick.turn: cards(hand)}, dict.fromkeys(SPANISH_48, 1), played=trick.cards)
    position = CardPlay(CARD_BY_TEXT, trick, hands, options, contract)
    assert position.objection(played).code == code
    assert played in position.objection(played).message
    assert all(position.objection(legal) is None for legal in position.legal_actions())


def test_a_card_of_another_hand_is_taken_from_nobody_and_reported_again():
    record = played_out({"edition": "western"}, 3)
    calls = len(record["actions"]) - 48
    stolen = record["actions"][-1]
    actions = [*record["actions"][:calls], stolen, *record["actions"][calls + 1 :]]
    result = replay(read({**record, "actions": actions}))
    codes = [(each.action, each.problem.code) for each in result.irregularities]
    assert codes[0] == (calls, "not_held")
    assert codes[-1] == (len(actions) - 1, "already_played")
    assert result.outcome is None
    assert result.x is None


def test_the_cards_never_appear_in_a_repr():
    game = get_game("botifarra")
    board = game.deal(SEED, "", 1)
    position, random = game.start(board), Random(1)
    told = repr(board) + repr(board.deal)
    while position.turn is not None:
        told += repr(position)
        position = position.after(random.choice(position.legal_actions()))
    assert not any(f"'{text}'" in told or f"suit='{text[0]}'" in told for text in TEXTS)
    assert "Card(" not in told


def test_the_second_player_may_decline_to_win_with_a_point_card():
    trick = Trick(("N", "W", "S", "E"), cards("E7"))
    options = {"edition": "eastern", "second_player_points": "yes"}
    assert set(legal_cards(cards("E10 E9 E8 E2 O1"), trick, "O", options)) == set(
        cards("E10 E9 E8")
    )
    assert set(
        legal_cards(cards("E10 E4 E2"), Trick(trick.seats, cards("E9")), "O", options)
    ) == set(cards("E10 E2"))
