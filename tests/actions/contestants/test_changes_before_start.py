"""Who comes, goes or changes before the start: the room is as if it had been known from the
beginning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.problems import ValidationFailed
from tests.examples import one_in
from tests.scenes.evening import club_with_director, created, pairs, started
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


def dealt(*sizes: int, **what: object):
    session, director = created(*sizes, **what)  # type: ignore[arg-type]
    deal_session(session.pk, SALT, director)
    session.refresh_from_db()
    return session, director


def seats(session: Session) -> set[tuple[int, int, str, str, str | None]]:
    """Round, table, seat, contestant and player of every place."""
    places = SeatHolder.objects.filter(seating__round__section__session=session)
    return set(
        places.values_list(
            "seating__round__number",
            "seating__table__number",
            "seat",
            "contestant__name",
            "player__name",
        )
    )


def boards(session: Session) -> set[tuple[int, int, int]]:
    """Round, table and board of every play."""
    plays = Play.objects.filter(board__session=session)
    return set(
        plays.values_list("seating__round__number", "seating__table__number", "board__number")
    )


def codes(refused: pytest.ExceptionInfo[ValidationFailed]) -> list[str]:
    return [problem.code for problem in refused.value.problems]


CHANGES = st.lists(st.sampled_from(["come", "go", "change"]), min_size=1, max_size=4)


@pytest.mark.thorough
@one_in(8)
@given(number=st.integers(8, 11), changes=CHANGES, pick=st.randoms(use_true_random=False))
@pytest.mark.parametrize("movement", ["mitchell", "howell"])
def test_the_new_plan_is_that_of_a_fresh_event(movement: str, number: int, changes, pick) -> None:
    rounds = get_movement(movement).full_rounds(number)
    session, director = dealt(number, movement=movement, rounds=rounds, boards_per_round=1)
    event = session.stage.event
    for step, change in enumerate(changes):
        chosen = pick.choice(list(event.contestants.all()))
        if change == "come":
            add_contestants(event, [f"Carla {step} – Dolors {step}"], director)
        elif change == "go":
            withdraw_contestant(event, chosen.pk, director)
        else:
            replace_contestant(event, chosen.pk, f"Emma {step} – Fina {step}", director)
    session, stage = Session.objects.get(pk=session.pk), session.stage
    stage.refresh_from_db()
    fresh = create_session(stage, session.rounds_planned, 1, director)
    deal_session(fresh.pk, SALT, director)
    assert seats(session) == seats(fresh)
    assert boards(session) == boards(fresh)
    numbers = list(event.contestants.values_list("number", flat=True))
    assert numbers == list(range(1, len(numbers) + 1))
    Session.objects.all().delete()


def test_tables_that_stay_keep_their_codes_and_boards_their_hands() -> None:
    session, director = dealt(8, rounds=4)
    before = {table.number: code_of(table) for table in Table.objects.all()}
    hands = visible_hands(PRINTING_SLIPS, session.boards.get(number=1))
    add_contestants(
        session.stage.event, ["Late One – Late Two", "Late Three – Late Four"], director
    )
    after = {table.number: code_of(table) for table in Table.objects.all()}
    assert len(after) == 5
    assert before.items() <= after.items()
    assert visible_hands(PRINTING_SLIPS, session.boards.get(number=1)) == hands
    session.refresh_from_db()
    assert (session.state, session.salt) == ("dealt", SALT)


def test_odd_becomes_even_and_nobody_rests() -> None:
    session, director = dealt(7, movement="howell", rounds=7, boards_per_round=2)
    assert Table.objects.count() == 3
    add_contestants(session.stage.event, ["Late One – Late Two"], director)
    assert Table.objects.count() == 4
    assert all(sum(seat[0] == round_ for seat in seats(session)) == 16 for round_ in range(1, 8))


def test_who_does_not_come_leaves_his_number_to_the_last() -> None:
    session, director = dealt(8, rounds=4)
    event = session.stage.event
    gone = event.contestants.get(number=3)
    players = list(gone.partners.values_list("player", flat=True))
    mark_paid(gone, director)
    withdraw_contestant(event, gone.pk, director)
    assert [each.name for each in event.contestants.all()] == [
        pairs(8)[index] for index in (0, 1, 7, 3, 4, 5, 6)
    ]
    said = AuditEntry.objects.get(verb=AuditAction.WITHDRAW_CONTESTANT)
    assert said.data == {"players": players, "number": 3, "paid": True}
    assert said.user_id == director.user_id


@pytest.mark.thorough
def test_a_movement_that_takes_no_so_few_gives_way_to_one_that_does() -> None:
    session, director = dealt(19, movement="web", rounds=3, boards_per_round=2)
    withdraw_contestant(
        session.stage.event, session.stage.event.contestants.get(number=19).pk, director
    )
    session = Session.objects.get()
    assert (session.stage.movement_key, session.rounds_planned) == ("mitchell", 3)
    assert (
        AuditEntry.objects.filter(verb=AuditAction.PLAN_ANEW).latest("pk").data["movement"]
        == "mitchell"
    )


def test_fewer_pairs_have_fewer_rounds() -> None:
    session, director = dealt(8, movement="howell", rounds=7, boards_per_round=2)
    for number in (8, 7):
        withdraw_contestant(
            session.stage.event, session.stage.event.contestants.get(number=number).pk, director
        )
    session.refresh_from_db()
    assert session.rounds_planned == 5


def test_before_the_deal_only_the_number_changes() -> None:
    session, director = created(8, rounds=4)
    add_contestants(session.stage.event, ["Late One – Late Two"], director)
    assert not Table.objects.exists()
    deal_session(session.pk, SALT, director)
    assert "Late One – Late Two" in {seat[3] for seat in seats(session)}


def test_too_few_are_refused_and_nothing_changes() -> None:
    session, director = dealt(4, movement="barometer", rounds=3, boards_per_round=2)
    before = seats(session)
    with pytest.raises(ValidationFailed) as refused:
        withdraw_contestant(
            session.stage.event, session.stage.event.contestants.get(number=2).pk, director
        )
    assert codes(refused) == ["no_movement"]
    assert seats(session) == before
    assert session.stage.event.contestants.count() == 4


def test_individuals_each_have_a_seat_and_are_spoken_of_as_players() -> None:
    club, director = club_with_director()
    plan = EventPlan("Campionat", movement_key="individual", players_each=1)
    stage = create_event(club, plan, [f"Anna {number}" for number in range(1, 6)], director)
    session = create_session(stage, 3, 2, director)
    deal_session(session.pk, SALT, director)
    assert len(seats(session)) == 3 * 4
    assert all(contestant == player for _round, _table, _seat, contestant, player in seats(session))
    withdraw_contestant(stage.event, stage.event.contestants.get(number=5).pk, director)
    assert Table.objects.count() == 1
    with pytest.raises(ValidationFailed) as refused:
        withdraw_contestant(stage.event, stage.event.contestants.get(number=4).pk, director)
    assert [problem.message for problem in refused.value.problems] == [
        "3 players do not fill two tables, and at one table nobody can be compared: "
        "enter at least 8 players."
    ]


def test_after_the_start_nothing_can_be_changed() -> None:
    session, director = started(8, rounds=4)
    event, before = session.stage.event, seats(session)
    contestant = event.contestants.get(number=1)
    acts = (
        lambda: add_contestants(event, ["Late One – Late Two"], director),
        lambda: withdraw_contestant(event, contestant.pk, director),
        lambda: replace_contestant(event, contestant.pk, "Late One – Late Two", director),
    )
    for act in acts:
        with pytest.raises(ValidationFailed) as refused:
            act()
        assert codes(refused) == ["started"]
    assert seats(session) == before


def test_nobody_plays_twice_in_an_event() -> None:
    session, director = dealt(8, rounds=4)
    event, known = session.stage.event, pairs(8)
    with pytest.raises(ValidationFailed) as refused:
        add_contestants(event, ["anna 1 – Nova", "Nou – Berta 2"], director)
    assert [(problem.line, problem.params["number"]) for problem in refused.value.problems] == [
        (1, 1),
        (2, 2),
    ]
    own = event.contestants.get(name=known[2])
    replace_contestant(event, own.pk, "Anna 3 – Berta Nova", director)
    with pytest.raises(ValidationFailed):
        replace_contestant(event, own.pk, known[3], director)
    own.refresh_from_db()
    assert [partner.player.name for partner in own.partners.all()] == ["Anna 3", "Berta Nova"]


def test_a_second_click_withdraws_nobody_else() -> None:
    session, director = dealt(8, rounds=4)
    event = session.stage.event
    pk = event.contestants.get(number=2).pk
    withdraw_contestant(event, pk, director)
    with pytest.raises(ValidationFailed) as refused:
        withdraw_contestant(event, pk, director)
    assert codes(refused) == ["no_contestant"]
    assert event.contestants.count() == 7


def test_the_evening_begins_with_the_new_plan() -> None:
    session, director = dealt(8, rounds=4)
    add_contestants(session.stage.event, ["Late One – Late Two"], director)
    start_session(session.pk, director)
    assert Play.objects.filter(seating__round__started_at__isnull=False).exists()
