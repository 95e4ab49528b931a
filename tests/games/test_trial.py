"""Trials of every game reach an end, are reproducible, and reveal no hidden card."""

from random import Random

import pytest

from games.catalogue import GAMES, get_game
from games.seats import dealer_of
from games.trial import learner_seat, play_trial

SEED = "7a" * 32
PLAYABLE = [game.key for game in GAMES if game().has_play]
every_playable = pytest.mark.parametrize("key", PLAYABLE)
DEALS = [range(1, 3), pytest.param(range(3, 21), marks=pytest.mark.thorough)]
GAMES_BY_SIZE = [
    pytest.param(game.key, count, id=f"{game.key}-{count}")
    for game in GAMES
    for count in game.player_counts
    if game().has_play and any(option.key == "players" for option in game.own_options)
]


def random_of_others():
    return Random("others")


def trials_to_the_end(game, board, random):
    """Return a trial after each action of a play in which the learner acts at random."""
    actions, trials = [], [play_trial(game, board, (), random_of_others())]
    while not trials[-1].is_over:
        assert trials[-1].position.turn == learner_seat(game)
        actions.append(random.choice(trials[-1].position.legal_actions()))
        trials.append(play_trial(game, board, actions, random_of_others()))
        assert trials[-1].rejection is None
        assert trials[-1].reader_actions == tuple(actions)
    return trials


@pytest.mark.daily(1)
@every_playable
@pytest.mark.parametrize("numbers", DEALS, ids=["two", "twenty"])
def test_random_trials_reach_an_outcome_without_problems(key, numbers):
    game = get_game(key)
    for number in numbers:
        board = game.deal(SEED, "", number)
        end = trials_to_the_end(game, board, Random(number))[-1]
        outcome = end.position.outcome()
        assert game.problems(outcome, board) == []
        assert game.raw_results(outcome, board)


@pytest.mark.parametrize(("key", "players"), GAMES_BY_SIZE)
def test_trials_work_with_every_number_of_players(key, players):
    game = get_game(key, {"players": str(players)})
    assert trials_to_the_end(game, game.deal(SEED, "", 1), Random(1))[-1].is_over


@pytest.mark.daily(1)
@every_playable
def test_trial_shows_tricks_but_no_hidden_cards_of_others(key):
    """Only the last card of a trick says who takes it."""
    game = get_game(key)
    for trial in trials_to_the_end(game, game.deal(SEED, "", 2), Random(2)):
        assert len(trial.last_trick) in (0, game.player_count)
        assert len(trial.on_table) <= game.player_count
        assert all(action.trick_number is not None for action in trial.on_table + trial.last_trick)
        *earlier, last = [action.trick_winner for action in trial.last_trick] or [None]
        assert not any(earlier)
        assert (last is not None) == bool(trial.last_trick)
        assert last is None or last.seat in game.seats
        descriptions = [action.description for action in trial.actions if action.seat != trial.seat]
        assert not any(description.is_hidden and description.card for description in descriptions)


def test_trial_reports_the_hands_of_a_new_leg():
    """Tricks are numbered through all legs, as in records."""
    game = get_game("tantony", {"legs": "2"})
    trials = trials_to_the_end(game, game.deal(SEED, "", 1), Random(1))
    after_first_leg = next(trial for trial in trials if trial.position.recent_event_texts)
    assert str(after_first_leg.position.heading).startswith("leg 2 of 2, trick 1")
    assert after_first_leg.position.trick_number == 14
    assert len(after_first_leg.position.recent_event_texts) == 3
    assert len(trials[-1].position.recent_event_texts) == 2
    assert trials[-1].position.heading is None


def test_actions_of_others_are_described_in_the_past():
    """Other seats “have kept the trick”; “keep the trick” is what the learner may do."""
    game = get_game("tantony", {"legs": "1"})
    for number in range(1, 4):
        actions = trials_to_the_end(game, game.deal(SEED, "", number), Random(number))[-1].actions
        assert "keep the trick" not in {str(action.description.text) for action in actions}


def test_same_actions_lead_to_the_same_position():
    game = get_game("botifarra")
    board = game.deal(SEED, "", 1)
    for trial in trials_to_the_end(game, board, Random(1)):
        repeated = play_trial(game, board, trial.reader_actions, random_of_others())
        assert (repeated.actions, repeated.position) == (trial.actions, trial.position)


def test_every_seat_becomes_dealer_within_as_many_boards():
    for key in PLAYABLE:
        game = get_game(key)
        dealers = {dealer_of(number, game.seats) for number in range(1, game.player_count + 1)}
        assert dealers == set(game.seats)
        assert learner_seat(game) in game.seats


def test_trial_stops_before_an_illegal_action_and_says_why():
    game = get_game("botifarra")
    board = game.deal(SEED, "", 2)
    trials = trials_to_the_end(game, board, Random(2))
    actions = list(trials[-1].reader_actions)
    early = play_trial(
        game, board, [*actions[:3], "nonsense " * 20, *actions[3:]], random_of_others()
    )
    assert early.rejection.code == "unreadable_action"
    assert len(early.rejection.message) < 100
    assert early.reader_actions == tuple(actions[:3])
    hidden = next(str(card) for card in board.deal.hands["N"])
    assert play_trial(game, board, [*actions[:5], hidden], random_of_others()).rejection.code in {
        "not_held",
        "already_played",
    }
    late = play_trial(game, board, [*actions, actions[-1]], random_of_others())
    assert (late.rejection.code, late.is_over) == ("after_the_end", True)
