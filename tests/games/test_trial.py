"""Trials of every game: played to the end by what is legal, the same each time, telling no
hidden card."""

from random import Random

import pytest

from games.catalogue import GAMES, get_game
from games.seats import dealer_of
from games.trial import play_trial, reader_seat

SEED = "7a" * 32
PLAYABLE = [game.key for game in GAMES if game().has_play]
every_playable = pytest.mark.parametrize("key", PLAYABLE)
DEALS = [range(1, 3), pytest.param(range(3, 21), marks=pytest.mark.thorough)]
OF_SIZES = [
    pytest.param(game.key, count, id=f"{game.key}-{count}")
    for game in GAMES
    for count in game.player_counts
    if game().has_play and any(option.key == "players" for option in game.own_options)
]


def others():
    return Random("others")


def played(game, board, random):
    """The trial played to its end, the reader's actions drawn by `random`; each moment on the
    way."""
    own, moments = [], [play_trial(game, board, (), others())]
    while not moments[-1].is_over:
        assert moments[-1].position.turn == reader_seat(game)
        own.append(random.choice(moments[-1].position.legal_actions()))
        moments.append(play_trial(game, board, own, others()))
        assert moments[-1].rejection is None
        assert moments[-1].reader_actions == tuple(own)
    return moments


@pytest.mark.daily(1)
@every_playable
@pytest.mark.parametrize("numbers", DEALS, ids=["two", "twenty"])
def test_random_trials_come_to_an_end(key, numbers):
    game = get_game(key)
    for number in numbers:
        board = game.deal(SEED, "", number)
        end = played(game, board, Random(number))[-1]
        outcome = end.position.outcome()
        assert game.problems(outcome, board) == []
        assert game.x(outcome, board)


@pytest.mark.parametrize(("key", "players"), OF_SIZES)
def test_any_number_may_sit_at_the_table(key, players):
    game = get_game(key, {"players": str(players)})
    assert played(game, game.deal(SEED, "", 1), Random(1))[-1].is_over


@pytest.mark.daily(1)
@every_playable
def test_what_is_told_is_what_lies_open(key):
    """A trick on the table or the last one, and of another's discard no card."""
    game = get_game(key)
    for trial in played(game, game.deal(SEED, "", 2), Random(2)):
        assert len(trial.last_trick) in (0, game.players)
        assert len(trial.on_table) <= game.players
        assert all(each.trick is not None for each in trial.on_table + trial.last_trick)
        takers = [each.trick_winner for each in trial.last_trick]
        assert [each is not None for each in takers] == [False] * len(takers[1:]) + [True] * len(
            takers[:1]
        )
        assert not takers or takers[-1].seat in game.seats
        description = [each.description for each in trial.actions if each.seat != trial.seat]
        assert not any(each.is_hidden and each.card for each in description)


def test_legs_are_counted_and_tell_of_one_another():
    """The hands that are new are the tricks given; the trick goes on counting, as records need
    it."""
    game = get_game("tantony", {"legs": "2"})
    moments = played(game, game.deal(SEED, "", 1), Random(1))
    first = next(each for each in moments if each.position.what_changed)
    assert str(first.position.heading).startswith("leg 2 of 2, trick 1")
    assert first.position.trick == 14
    assert len(first.position.what_changed) == 3
    assert len(moments[-1].position.what_changed) == 2
    assert moments[-1].position.heading is None


def test_what_others_did_is_told_as_done():
    """No key of the reader's is put in another's mouth."""
    game = get_game("tantony", {"legs": "1"})
    for number in range(1, 4):
        done = played(game, game.deal(SEED, "", number), Random(number))[-1].actions
        assert "keep the trick" not in {str(each.description.words) for each in done}


def test_the_same_actions_lead_to_the_same_moment():
    game = get_game("botifarra")
    board = game.deal(SEED, "", 1)
    for trial in played(game, board, Random(1)):
        again = play_trial(game, board, trial.reader_actions, others())
        assert (again.actions, again.position) == (trial.actions, trial.position)


def test_whoever_tries_sits_in_every_place_of_the_deal():
    for key in PLAYABLE:
        game = get_game(key)
        dealers = {dealer_of(number, game.seats) for number in range(1, game.players + 1)}
        assert dealers == set(game.seats)
        assert reader_seat(game) in game.seats


def test_it_stops_before_what_is_not_legal_and_says_why():
    game = get_game("botifarra")
    board = game.deal(SEED, "", 2)
    moments = played(game, board, Random(2))
    own = list(moments[-1].reader_actions)
    early = play_trial(game, board, [*own[:3], "nonsense " * 20, *own[3:]], others())
    assert early.rejection.code == "unreadable_action"
    assert len(early.rejection.message) < 100
    assert early.reader_actions == tuple(own[:3])
    hidden = next(str(card) for card in board.deal.hands["N"])
    assert play_trial(game, board, [*own[:5], hidden], others()).rejection.code in {
        "not_held",
        "already_played",
    }
    late = play_trial(game, board, [*own, own[-1]], others())
    assert (late.rejection.code, late.is_over) == ("after_the_end", True)
