"""`recount`: what is derived is compared with what follows from the entries, and mended."""

import json
import random
from collections.abc import Callable

import pytest
from django.core.management import call_command

from tests.scenes.evening import enter, play_round, started
from tests.scenes.latest_standings import latest_standings
from tests.web.signed_in import RESULT
from tournaments.models import Event, Play, Scale, Session, Snapshot
from tournaments.tasks import BROKER, catch_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    session, director = started(8, movement="mitchell", rounds=4, boards_per_round=2)
    for _round in range(2):
        play_round(session, director, random.Random(3))
    catch_up()
    return session


def recounted(capsys, *arguments: str) -> dict[str, list[dict[str, object]]]:
    """What the command prints; its exit status says the same."""
    try:
        call_command("recount", "--json", *arguments)
        status = 0
    except SystemExit as exit_:
        status = int(exit_.code or 0)
    told = json.loads(capsys.readouterr().out)
    assert status == (not all(each["equal"] for each in told["events"]))
    return told


def scored() -> Play:
    return Play.objects.exclude(made="").order_by("pk")[0]


def forged_play() -> None:
    Play.objects.filter(pk=scored().pk).update(made="71 -71")


def forged_counted() -> None:
    Play.objects.filter(pk=scored().pk).update(counted="71 -71")


def forged_scale() -> None:
    Scale.objects.filter(pk=Scale.objects.order_by("pk")[0].pk).update(ordinary={"5": 3})


def forged_due() -> None:
    Scale.objects.filter(pk=Scale.objects.order_by("pk")[0].pk).update(due=99)


def forged_standings() -> None:
    last = Snapshot.objects.filter(audience="public").latest()
    last.standings["lines"][0]["rows"][0]["total"] = "99"
    last.save()


def test_it_finds_nothing_where_nothing_is_wrong(session: Session, capsys) -> None:
    address = f"{session.stage.event.club.slug}/{session.stage.event.slug}"
    assert recounted(capsys) == {"events": [{"event": address, "equal": True, "differs": []}]}


def test_what_is_behind_is_counted_first_and_is_no_difference(session: Session, capsys) -> None:
    Play.objects.filter(board=scored().board).update(counted=None, scored_revision=0)
    Scale.objects.filter(board=scored().board).delete()
    assert recounted(capsys)["events"][0]["differs"] == []


def test_a_result_that_nobody_has_counted_is_no_difference(session: Session, capsys) -> None:
    play = Play.objects.filter(seating__round__number=3).select_related("seating__table").order_by("pk")[0]
    enter_unscored(play)
    assert recounted(capsys)["events"][0]["differs"] == []


def enter_unscored(play: Play) -> None:
    """A result that no task has counted."""
    with pytest.MonkeyPatch.context() as nobody:
        nobody.setattr(BROKER, "silent_until", float("inf"))
        enter(play, RESULT)
    play.refresh_from_db()
    assert play.scored_revision < play.revision


@pytest.mark.parametrize("forge", [forged_play, forged_counted, forged_scale, forged_due, forged_standings])
def test_it_finds_what_was_changed_by_hand_and_mends_it(
    session: Session, capsys, forge: Callable[[], None]
) -> None:
    before = latest_standings(session.stage)
    forge()
    number = str(Event.objects.get().pk)
    assert recounted(capsys, number)["events"][0]["differs"]
    assert recounted(capsys, number, "--mend")["events"][0]["differs"]
    assert recounted(capsys, number)["events"][0]["equal"]
    assert latest_standings(session.stage) == before
    assert not Play.objects.filter(made="71 -71").exists()
