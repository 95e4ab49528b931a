"""Whatever is done, in whatever order: what is counted is what a recount finds, and undone it never was."""

import random
from fractions import Fraction
from functools import partial
from typing import Any

import pytest
from django.apps import apps
from django.core import mail
from django.core.cache import cache
from django.db import connection, transaction
from hypothesis import given
from hypothesis import strategies as st

from games.problems import Problem, Refused
from tests.examples import one_in
from tests.scenes.any_acts import ACTS, FOR_GOOD, KINDS, WITHOUT_KEY, Done, Room
from tests.scenes.event_files import empty_the_database
from tournaments import scorebook
from tournaments.actions.actor import SYSTEM
from tournaments.actions.acts.preview import Preview, previewed
from tournaments.actions.acts.rows import rows_now
from tournaments.actions.acts.undoing import undo_act
from tournaments.actions.event_file.importing import import_event
from tournaments.models import Act, AuditEntry, Contradiction, Event, Play, Question, Stage
from tournaments.queries.acts import lasting_since
from tournaments.queries.event_file import event_file
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db
NOTED = (AuditEntry, Contradiction, Question)
"""Where also is written what was refused."""

SAID_BEFORE = 3
"""Results that tables say before anything else, as many as keep it quick."""

GUARDED = {"board_was_open", "play_spoken_of", "out_of_order"}
"""Why the last act of all may not be undone: somebody could have seen what he would have to play."""

Standings = dict[tuple[object, int], tuple[int | None, Fraction]]
Step = tuple[str, int]
STEPS = st.lists(st.tuples(st.sampled_from(sorted(ACTS)), st.integers(0, 999)), min_size=4, max_size=9)


def everything(*, but: tuple[Any, ...] = ()) -> dict[str, list[Any]]:
    """All rows of all tables."""
    models = [each for each in apps.get_app_config("tournaments").get_models() if each not in but]
    return {each.__name__: list(each._base_manager.order_by("pk").values()) for each in models}


def traces() -> list[Any]:
    """Whatever an act might leave besides rows."""
    return [len(connection.run_on_commit), len(mail.outbox), dict(getattr(cache, "_cache", {}))]


def standings(room: Room) -> Standings:
    catch_up()
    with transaction.atomic():
        rankings = scorebook.standings_now(Stage.objects.get(pk=room.session.stage_id)).rankings
    return {(each.key, row.number): (row.rank, row.total) for each in rankings for row in each.rows}


def state(room: Room) -> list[Any]:
    """What acts change, and what follows from it."""
    event = apps.get_model("tournaments", "Event").objects.filter(pk=room.session.stage.event_id)
    watched = [
        rows_now(apps.get_model("tournaments", name).objects.all())
        for name in ("Round", "Seating", "Place", "SitOut", "LineUp", "Contestant", "Penalty")
    ]
    plays = Play.objects.order_by("pk").values_list("pk", "board", "group", "state", "made")
    return [rows_now(event), *watched, list(plays), standings(room)]


def tried(room: Room, done: Done) -> Preview:
    """What it would come to; nothing of that stays."""
    before, beside = everything(), traces()
    preview = previewed(room.session.stage, done)
    assert everything() == before
    assert traces() == beside
    return preview


def refused_with(done: Done) -> list[Problem]:
    """Why it was refused; nothing where it was done."""
    try:
        done()
    except Refused as refused:
        return refused.problems
    return []


def follow(room: Room, name: str) -> bool:
    """One act tried out, done and done again; answers whether it came to anything."""
    was, done = standings(room), ACTS[name](room)
    preview, before = tried(room, done), everything(but=NOTED)
    problems = refused_with(done)
    assert [each.code for each in preview.problems] == [each.code for each in problems]
    if problems:
        assert everything(but=NOTED) == before
        return False
    now = standings(room)
    moved = sorted((each.number, each.rank_after, each.total_after) for each in preview.moved)
    assert moved == sorted((key[1], *now[key]) for key in now if now[key] != was.get(key))
    _again(name, done)
    assert scorebook.recount(room.session.stage.event) == []
    return True


def _again(name: str, done: Done) -> None:
    before = everything(but=NOTED)
    if name in WITHOUT_KEY:
        with pytest.raises(Refused):
            done()
    else:
        done()
    assert everything(but=NOTED) == before


def taken_back(room: Room, begun: Act) -> bool:
    """Every act since it began undone, the latest first; answers whether all of them could be."""
    for act in lasting_since(begun):
        problems = refused_with(partial(undo_act, act.pk, room.director))
        assert {each.code for each in problems} <= GUARDED
        if problems:
            return False
        assert scorebook.recount(room.session.stage.event) == []
    return True


def out_and_in(event: Event) -> None:
    """Its file is the same once it has been read."""
    file = event_file(event)
    empty_the_database()
    assert event_file(import_event(file, SYSTEM)) == file


def evening(kind: str, steps: list[Step]) -> None:
    """A room in which something is said before, then all of the steps, and then all of them taken back."""
    session, director = KINDS[kind]()
    begun = Act.objects.latest("pk")
    room = Room(session, director, random.Random(str(steps)), "")
    for number in range(SAID_BEFORE):
        follow(room._replace(key=f"before {number}"), "a table says")
    beginning, came = state(room), set()
    for number, (name, seed) in enumerate(steps):
        step = room._replace(rng=random.Random(seed), key=f"step {number}")
        if follow(step, name):
            came.add(name)
    if not came & FOR_GOOD and taken_back(room, begun):
        assert state(room) == beginning
    out_and_in(Event.objects.select_related("club").get(pk=session.stage.event_id))


DAILY = [
    ("howell", [("corrected", 1), ("table turned", 2), ("fouled", 3), ("round ended", 4), ("undone", 5)]),
    (
        "a section that waits",
        [("section started", 1), ("undone", 2), ("section started", 3), ("table turned", 4)],
    ),
    ("individual", [("other seats", 2), ("corrected", 1), ("other side", 1), ("undone", 3)]),
    ("swiss", [("taken out", 1), ("penalty", 2), ("opponents exchanged", 3), ("table turned", 4)]),
]


@pytest.mark.parametrize(("kind", "steps"), DAILY, ids=lambda each: each if isinstance(each, str) else "")
def test_undone_it_never_was(kind: str, steps: list[Step]) -> None:
    evening(kind, steps)


@pytest.mark.thorough
@pytest.mark.parametrize("kind", KINDS)
@one_in(40)
@given(steps=STEPS)
def test_whatever_is_done_undone_it_never_was(kind: str, steps: list[Step]) -> None:
    sid = transaction.savepoint()
    try:
        evening(kind, steps)
    finally:
        transaction.savepoint_rollback(sid)
