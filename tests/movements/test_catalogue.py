"""The catalogue and its proposals."""

import pytest

from games.options import OptionProblem, UnknownName
from games.problems import Refused
from games.seats import PAIRS, play_order, singles
from tournaments.movements.catalogue import EVENING, MOVEMENTS, get_movement, individual, propose


def test_every_key_finds_its_movement():
    assert [get_movement(movement.key).key for movement in MOVEMENTS] == [
        "mitchell",
        "howell",
        "barometer",
        "individual",
        "triples",
        "fives",
        "rainbow",
    ]


def test_unknown_names_say_what_there_is():
    with pytest.raises(UnknownName, match="mitchell, howell, barometer"):
        get_movement("waltz")
    with pytest.raises(OptionProblem, match="round_robin, mitchell"):
        get_movement("barometer", {"rotation": "waltz"})
    with pytest.raises(OptionProblem, match="none"):
        get_movement("howell", {"rotation": "mitchell"})


@pytest.mark.parametrize(
    ("contestants", "expected"),
    [
        (3, []),
        (4, ["barometer"]),
        (6, ["barometer", "mitchell"]),
        (7, ["howell", "barometer", "mitchell"]),
        (12, ["howell", "barometer", "mitchell"]),
        (13, ["mitchell", "barometer", "howell", "barometer"]),
        (21, ["mitchell", "barometer", "barometer"]),
        (80, ["mitchell", "barometer", "barometer"]),
        (81, []),
    ],
)
def test_what_is_proposed_in_what_order(contestants, expected):
    assert [proposal.movement for proposal in propose(contestants, 2)] == expected


@pytest.mark.parametrize("boards", [1, 2, 3, 5, 40])
@pytest.mark.parametrize("contestants", [4, 9, 12, 17, 40, 79])
def test_a_proposal_is_a_plan_of_one_evening(contestants, boards):
    for proposal in propose(contestants, boards):
        movement = get_movement(proposal.movement, proposal.options)
        plan = movement.plan(contestants, proposal.rounds, boards)
        assert (proposal.tables, proposal.boards) == (plan.tables, plan.boards)
        assert {len(resting) for resting in plan.sit_outs} == {proposal.rests}
        assert proposal.winners == movement.winners(contestants)
        assert proposal.rounds == 1 or proposal.rounds * boards <= EVENING


def test_a_proposal_says_why_and_who_rests():
    mitchell, *_ = propose(13, 2)
    assert mitchell.who_rests == "One E-W pair rests each round, none more than once; N-S never rest."
    assert all(proposal.who_rests == "" for proposal in propose(12, 2))
    assert all(proposal.why.endswith(".") for proposal in propose(13, 2))


def test_proposals_refuse_rounds_without_boards():
    with pytest.raises(Refused):
        propose(12, 0)


@pytest.mark.parametrize(
    ("seats", "expected"),
    [
        (2, ["individual"]),
        (3, ["triples", "individual"]),
        (4, ["individual"]),
        (5, ["fives", "individual"]),
        (6, ["individual"]),
    ],
)
def test_who_plays_alone_is_proposed_the_movements_for_so_many_seats(seats, expected):
    lines = singles(play_order(seats, "clockwise"))
    proposals = propose(24, 2, lines=lines, players_each=1)
    assert [proposal.movement for proposal in proposals] == expected
    for proposal in proposals:
        assert get_movement(proposal.movement, proposal.options).lines == lines
        assert proposal.rounds * 2 <= EVENING
    assert individual(lines).movement.key == expected[0]
    assert propose(1, 2, lines=lines, players_each=1) == []


@pytest.mark.parametrize(
    ("players", "expected"), [(8, ["individual"]), (28, ["individual", "rainbow"]), (3, [])]
)
def test_single_players_at_a_game_of_pairs_are_proposed_the_rainbow_where_it_exists(players, expected):
    assert [each.movement for each in propose(players, 2, players_each=1)] == expected
    assert individual(PAIRS).options == {"seats": "partners"}
