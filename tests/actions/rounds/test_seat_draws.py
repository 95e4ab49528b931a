"""Random draws follow from the session's seed, as docs/integrators/seat-draws.md describes."""

import hashlib
import hmac
import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from django.conf import settings

from games.deals import draw_key
from tests.scenes.evening import club_with_director, created, pairs
from tests.scenes.event_files import empty_database
from tests.scenes.matches import started_matches
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.events.create import EventPlan, create_event
from tournaments.actions.rounds.draws import draw_round, undo_draw
from tournaments.actions.rounds.section_assignments import draw_sort_key
from tournaments.actions.rounds.sessions import create_session, deal_session
from tournaments.models import Event, SeatHolder, Session
from tournaments.movements.barometer import Barometer
from tournaments.movements.base.stage_state import StageState
from tournaments.movements.swiss import Swiss
from tournaments.permissions.actor import SYSTEM
from tournaments.permissions.visibility.hands import seat_draw_key
from tournaments.queries.events.event_file import event_file
from tournaments.queries.rounds.plan import current_plan

pytestmark = pytest.mark.django_db

SEEDS = ("5eed" * 16, "0ff1ce77" * 8)
SALT = "Reus, 31415"
PAGE = (Path(settings.BASE_DIR) / "docs" / "integrators" / "seat-draws.md").read_text(
    encoding="utf-8"
)


def shuffled_by_the_page(items, text):
    """Shuffle by steps 2 and 4 of the documentation, with the standard library only."""
    order = list(items)
    stream = hashlib.shake_256(text.encode()).digest(4096)
    words = iter([int.from_bytes(stream[index : index + 4], "big") for index in range(0, 4096, 4)])
    for i in range(len(order) - 1, 0, -1):
        word = next(words)
        while word >= 2**32 - 2**32 % (i + 1):
            word = next(words)
        j = word % (i + 1)
        order[i], order[j] = order[j], order[i]
    return order


def key_by_the_page(seed, salt, section=1):
    return (
        hmac.new(seed.encode(), f"draw:{salt}".encode(), hashlib.sha256).hexdigest() + f":{section}"
    )


def dealt(movement, number, options=None, seed=None, salt=SALT, game="botifarra"):
    """Return a dealt session with the given number of pairs, and its director."""
    club, director = club_with_director(f"Club {Event.objects.count()}")
    plan = EventPlan("Campionat", game, movement_key=movement, movement_options=options or {})
    stage = create_event(club, plan, pairs(number), director)
    session = create_session(stage, 5, 2, director, seed=seed)
    deal_session(session.pk, salt, director)
    session.refresh_from_db()
    return session, director


def meetings(session: Session) -> list[list[set[int]]]:
    """Return the contestants at each table, round by round."""
    contestants_by_table: dict[tuple[int, int], set[int]] = {}
    seat_holders = SeatHolder.objects.filter(seating__round__section__session=session)
    for round_number, table_number, number in seat_holders.values_list(
        "seating__round__number", "seating__table__number", "contestant__number"
    ):
        contestants_by_table.setdefault((round_number, table_number), set()).add(number)
    return [
        [
            contestants
            for (number, _table), contestants in sorted(contestants_by_table.items())
            if number == round_number
        ]
        for round_number in sorted({number for number, _table in contestants_by_table})
    ]


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    ("movement", "options"),
    [("swiss", None), ("barometer", {"rotation": "random"})],
    ids=["swiss", "barometer"],
)
def test_seat_draw_depends_on_the_seed_only(movement, options):
    meetings_of_first_seed, meetings_of_second_seed, repeated_meetings = (
        meetings(dealt(movement, 16, options, seed)[0]) for seed in (SEEDS[0], SEEDS[1], SEEDS[0])
    )
    assert meetings_of_first_seed != meetings_of_second_seed
    assert meetings_of_first_seed == repeated_meetings


def test_seat_draw_depends_on_the_salt():
    assert meetings(dealt("swiss", 16, seed=SEEDS[0], salt="a")[0]) != meetings(
        dealt("swiss", 16, seed=SEEDS[0], salt="b")[0]
    )


def test_documented_algorithm_reproduces_a_first_swiss_round():
    session, _director = dealt("swiss", 17, seed=SEEDS[0])
    seated = shuffled_by_the_page(range(1, 17), f"{key_by_the_page(SEEDS[0], SALT)}:swiss:17")
    expected = {frozenset(pair) for pair in zip(seated[:8], seated[8:], strict=True)}
    assert {frozenset(pair) for pair in meetings(session)[0]} == expected


def test_documented_algorithm_reproduces_a_random_rotation():
    session, _director = dealt("barometer", 8, {"rotation": "random"}, seed=SEEDS[0])
    text = f"{key_by_the_page(SEEDS[0], SALT)}:barometer:8"
    contestant_numbers = shuffled_by_the_page(range(1, 9), f"{text}:numbers")
    round_order = shuffled_by_the_page(range(7), f"{text}:rounds")
    for round_index, round_meetings in enumerate(meetings(session)):
        indexes_met = [
            ((round_order[round_index] + distance) % 7, (round_order[round_index] - distance) % 7)
            for distance in (1, 2, 3)
        ] + [(round_order[round_index], 7)]
        pairs_met = [
            {contestant_numbers[first_index], contestant_numbers[second_index]}
            for first_index, second_index in indexes_met
        ]
        assert round_meetings == shuffled_by_the_page(pairs_met, f"{text}:tables:{round_index + 1}")


def test_documented_example_is_correct():
    block = re.search(r"```text draw\n(.*?)```", PAGE, re.DOTALL)
    assert block
    documented = dict(re.findall(r"^(seed|salt|key|swiss of 8) *(.*)$", block[1], re.MULTILINE))
    assert draw_key(documented["seed"], documented["salt"]) + ":1" == documented["key"]
    tables = Swiss().with_draw_key(documented["key"]).next_round(StageState(8, 2, 3)).tables
    assert (
        " ".join("–".join(map(str, sorted(table.contestants))) for table in tables)
        == documented["swiss of 8"]
    )


def test_sections_of_equal_size_get_different_draws():
    movement, key = Barometer({"rotation": "random"}), draw_key(SEEDS[0], SALT)
    first_rounds, second_rounds = (
        movement.with_draw_key(f"{key}:{section}").plan(16, 3).rounds for section in (1, 2)
    )
    assert first_rounds != second_rounds


def test_undone_draw_is_repeated_the_same():
    session, director = dealt("swiss", 16)
    meetings_before = meetings(session)
    undo_draw(session.sections.get().rounds.get().pk, director)
    draw_round(session.pk, director)
    assert meetings(session) == meetings_before


def test_stored_seats_survive_export_and_import():
    session, _director = started_matches(16)
    meetings_before = meetings(session)
    file = event_file(Event.objects.get())
    empty_database()
    import_event(file, SYSTEM)
    assert meetings(Session.objects.get()) == meetings_before


def test_draw_key_of_a_session_without_a_seed_survives_export_and_import():
    session, _director = dealt("swiss", 8, game="match")
    file, key = event_file(session.stage.event), seat_draw_key(session)
    empty_database()
    import_event(file, SYSTEM)
    assert seat_draw_key(Session.objects.get()) == key


def test_matches_without_cards_get_a_different_draw_every_week(monkeypatch):
    weeks = [datetime(2026, 11, day, 20, 0, 0, day, UTC) for day in (5, 12)]
    draws = []
    for week in weeks:
        monkeypatch.setattr("django.utils.timezone.now", lambda week=week: week)
        draws.append(meetings(dealt("swiss", 16, game="match")[0]))
    assert draws[0] != draws[1]


def test_order_of_a_session_without_cards_differs_every_week():
    earlier_session, later_session = (
        Session(number=2, created_at=datetime(2026, 11, day, tzinfo=UTC)) for day in (5, 12)
    )
    contestant_numbers = range(1, 17)
    assert sorted(
        contestant_numbers, key=lambda number: draw_sort_key(earlier_session, number)
    ) != sorted(contestant_numbers, key=lambda number: draw_sort_key(later_session, number))


def test_draw_key_reveals_neither_seed_nor_commitment():
    session, _director = dealt("swiss", 8, seed=SEEDS[0])
    key = seat_draw_key(session)
    assert SEEDS[0] not in key
    assert session.commitment not in key
    assert SALT not in key


def test_random_rotation_shows_no_plan_before_it_is_drawn():
    session, director = created(
        8, movement="barometer", round_count=3, movement_options={"rotation": "random"}
    )
    assert current_plan(session.stage).contestant_numbers == ()
    deal_session(session.pk, SALT, director)
    assert current_plan(session.stage).contestant_numbers == tuple(range(1, 9))
