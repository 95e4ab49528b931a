"""Contestants who change before the start: rounds are planned as in a new session."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.problems import ValidationFailed
from tests.hypothesis_examples import one_in
from tests.scenes.evening import club_with_director, created, pairs, started
from tests.scenes.problems import problem_codes
from tournaments.actions.contestants.fees import mark_paid
from tournaments.actions.contestants.registration import (
    add_contestants,
    replace_contestant,
    withdraw_contestant,
)
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.rounds.sessions import create_session, deal_session, start_session
from tournaments.models import AuditAction, AuditEntry, Play, SeatHolder, Session, Table
from tournaments.movements.catalogue import get_movement
from tournaments.permissions.visibility.hands import PRINTING_SLIPS, visible_hands
from tournaments.queries.phone.table_codes import code_of

pytestmark = pytest.mark.django_db
SALT = "sort i encert"


def dealt_session(*sizes: int, **options: object):
    session, director = created(*sizes, **options)
    deal_session(session.pk, SALT, director)
    session.refresh_from_db()
    return session, director


def seats_at_tables(session: Session) -> set[tuple[int, int, str, str, str | None]]:
    """Return round, table, seat, contestant and player of every place."""
    seat_holders = SeatHolder.objects.filter(seating__round__section__session=session)
    return set(
        seat_holders.values_list(
            "seating__round__number",
            "seating__table__number",
            "seat",
            "contestant__name",
            "player__name",
        )
    )


def boards_at_tables(session: Session) -> set[tuple[int, int, int]]:
    """Return round, table and board of every play."""
    plays = Play.objects.filter(board__session=session)
    return set(
        plays.values_list("seating__round__number", "seating__table__number", "board__number")
    )


CHANGES = st.lists(st.sampled_from(["come", "go", "change"]), min_size=1, max_size=4)


@pytest.mark.thorough
@one_in(8)
@given(number=st.integers(8, 11), changes=CHANGES, pick=st.randoms(use_true_random=False))
@pytest.mark.parametrize("movement", ["mitchell", "howell"])
def test_plan_after_changes_equals_that_of_a_new_session(
    movement: str, number: int, changes, pick
) -> None:
    rounds = get_movement(movement).full_round_count(number)
    session, director = dealt_session(
        number, movement=movement, round_count=rounds, boards_per_round=1
    )
    event = session.stage.event
    for step, change in enumerate(changes):
        contestant = pick.choice(list(event.contestants.all()))
        if change == "come":
            add_contestants(event, [f"Carla {step} – Dolors {step}"], director)
        elif change == "go":
            withdraw_contestant(event, contestant.pk, director)
        else:
            replace_contestant(event, contestant.pk, f"Emma {step} – Fina {step}", director)
    session, stage = Session.objects.get(pk=session.pk), session.stage
    stage.refresh_from_db()
    new_session = create_session(stage, session.rounds_planned, 1, director)
    deal_session(new_session.pk, SALT, director)
    assert seats_at_tables(session) == seats_at_tables(new_session)
    assert boards_at_tables(session) == boards_at_tables(new_session)
    numbers = list(event.contestants.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    Session.objects.all().delete()


def test_remaining_tables_and_boards_keep_codes_and_hands() -> None:
    session, director = dealt_session(8, round_count=4)
    codes_before = {table.number: code_of(table) for table in Table.objects.all()}
    hands = visible_hands(PRINTING_SLIPS, session.boards.get(number=1))
    add_contestants(
        session.stage.event, ["Late One – Late Two", "Late Three – Late Four"], director
    )
    codes_after = {table.number: code_of(table) for table in Table.objects.all()}
    assert len(codes_after) == 5
    assert codes_before.items() <= codes_after.items()
    assert visible_hands(PRINTING_SLIPS, session.boards.get(number=1)) == hands
    session.refresh_from_db()
    assert (session.state, session.salt) == ("dealt", SALT)


def test_added_pair_fills_the_sit_out() -> None:
    session, director = dealt_session(7, movement="howell", round_count=7, boards_per_round=2)
    assert Table.objects.count() == 3
    add_contestants(session.stage.event, ["Late One – Late Two"], director)
    assert Table.objects.count() == 4
    assert all(
        sum(seat[0] == round_ for seat in seats_at_tables(session)) == 16 for round_ in range(1, 8)
    )


def test_last_contestant_gets_the_number_of_a_withdrawn_one() -> None:
    session, director = dealt_session(8, round_count=4)
    event = session.stage.event
    withdrawn = event.contestants.get(number=3)
    players = list(withdrawn.partners.values_list("player", flat=True))
    mark_paid(withdrawn, director)
    withdraw_contestant(event, withdrawn.pk, director)
    assert [contestant.name for contestant in event.contestants.all()] == [
        pairs(8)[index] for index in (0, 1, 7, 3, 4, 5, 6)
    ]
    entry = AuditEntry.objects.get(verb=AuditAction.WITHDRAW_CONTESTANT)
    assert entry.data == {"players": players, "number": 3, "paid": True}
    assert entry.user_id == director.user_id


@pytest.mark.thorough
def test_unsuitable_movement_is_replaced_after_a_withdrawal() -> None:
    session, director = dealt_session(19, movement="web", round_count=3, boards_per_round=2)
    withdraw_contestant(
        session.stage.event, session.stage.event.contestants.get(number=19).pk, director
    )
    session = Session.objects.get()
    assert (session.stage.movement_key, session.rounds_planned) == ("mitchell", 3)
    assert (
        AuditEntry.objects.filter(verb=AuditAction.REPLAN_SESSION).latest("pk").data["movement"]
        == "mitchell"
    )


def test_fewer_pairs_play_fewer_rounds() -> None:
    session, director = dealt_session(8, movement="howell", round_count=7, boards_per_round=2)
    for number in (8, 7):
        withdraw_contestant(
            session.stage.event, session.stage.event.contestants.get(number=number).pk, director
        )
    session.refresh_from_db()
    assert session.rounds_planned == 5


def test_changes_before_the_deal_create_no_tables() -> None:
    session, director = created(8, round_count=4)
    add_contestants(session.stage.event, ["Late One – Late Two"], director)
    assert not Table.objects.exists()
    deal_session(session.pk, SALT, director)
    assert "Late One – Late Two" in {seat[3] for seat in seats_at_tables(session)}


def test_withdrawal_that_leaves_too_few_is_refused() -> None:
    session, director = dealt_session(4, movement="barometer", round_count=3, boards_per_round=2)
    seats_before = seats_at_tables(session)
    with pytest.raises(ValidationFailed) as refused:
        withdraw_contestant(
            session.stage.event, session.stage.event.contestants.get(number=2).pk, director
        )
    assert problem_codes(refused) == ["no_movement"]
    assert seats_at_tables(session) == seats_before
    assert session.stage.event.contestants.count() == 4


def test_single_players_have_one_seat_each_and_are_called_players() -> None:
    club, director = club_with_director()
    plan = EventPlan("Campionat", movement_key="individual", players_each=1)
    stage = create_event(club, plan, [f"Anna {number}" for number in range(1, 6)], director)
    session = create_session(stage, 3, 2, director)
    deal_session(session.pk, SALT, director)
    assert len(seats_at_tables(session)) == 3 * 4
    assert all(
        contestant == player
        for _round, _table, _seat, contestant, player in seats_at_tables(session)
    )
    withdraw_contestant(stage.event, stage.event.contestants.get(number=5).pk, director)
    assert Table.objects.count() == 1
    with pytest.raises(ValidationFailed) as refused:
        withdraw_contestant(stage.event, stage.event.contestants.get(number=4).pk, director)
    assert [problem.message for problem in refused.value.problems] == [
        "3 players do not fill two tables, and at one table nobody can be compared: "
        "enter at least 8 players."
    ]


def test_changes_after_the_start_are_refused() -> None:
    session, director = started(8, round_count=4)
    event, seats_before = session.stage.event, seats_at_tables(session)
    contestant = event.contestants.get(number=1)
    actions = (
        lambda: add_contestants(event, ["Late One – Late Two"], director),
        lambda: withdraw_contestant(event, contestant.pk, director),
        lambda: replace_contestant(event, contestant.pk, "Late One – Late Two", director),
    )
    for action in actions:
        with pytest.raises(ValidationFailed) as refused:
            action()
        assert problem_codes(refused) == ["started"]
    assert seats_at_tables(session) == seats_before


def test_player_cannot_be_in_an_event_twice() -> None:
    session, director = dealt_session(8, round_count=4)
    event, names = session.stage.event, pairs(8)
    with pytest.raises(ValidationFailed) as refused:
        add_contestants(event, ["anna 1 – Nova", "Nou – Berta 2"], director)
    assert [(problem.line, problem.params["number"]) for problem in refused.value.problems] == [
        (1, 1),
        (2, 2),
    ]
    contestant = event.contestants.get(name=names[2])
    replace_contestant(event, contestant.pk, "Anna 3 – Berta Nova", director)
    with pytest.raises(ValidationFailed):
        replace_contestant(event, contestant.pk, names[3], director)
    contestant.refresh_from_db()
    assert [partner.player.name for partner in contestant.partners.all()] == [
        "Anna 3",
        "Berta Nova",
    ]


def test_second_withdrawal_request_is_refused() -> None:
    session, director = dealt_session(8, round_count=4)
    event = session.stage.event
    pk = event.contestants.get(number=2).pk
    withdraw_contestant(event, pk, director)
    with pytest.raises(ValidationFailed) as refused:
        withdraw_contestant(event, pk, director)
    assert problem_codes(refused) == ["no_contestant"]
    assert event.contestants.count() == 7


def test_session_starts_after_a_late_entry() -> None:
    session, director = dealt_session(8, round_count=4)
    add_contestants(session.stage.event, ["Late One – Late Two"], director)
    start_session(session.pk, director)
    assert Play.objects.filter(seating__round__started_at__isnull=False).exists()
