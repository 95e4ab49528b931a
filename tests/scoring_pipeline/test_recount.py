"""`recount` compares derived rows with the entries, and fixes them."""

import json
import random
from collections.abc import Callable

import pytest
from django.core.management import call_command, load_command_class
from django.test import Client

from tests.scenes.arrivals_and_departures import arrive_during_session
from tests.scenes.evening import enter, play_round, started
from tests.scenes.event_files import DRAWN_SEED, FINISHED_SEED, RUNNING_SEED, event_file_text
from tests.scenes.latest_standings import latest_standings
from tests.web.signed_in import RESULT
from tournaments import scoring_pipeline
from tournaments.actions.event_file.importing import import_event
from tournaments.actions.results.decisions import decide_play
from tournaments.models import Entry, Event, Play, ResultScale, Session, Snapshot
from tournaments.permissions.actor import SYSTEM
from tournaments.queries.results.play_state import set_derived_columns
from tournaments.tasks import BROKER_BREAKER, catch_up

pytestmark = pytest.mark.django_db


@pytest.fixture
def session() -> Session:
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    for _round in range(2):
        play_round(session, director, random.Random(3))
    catch_up()
    return session


def recounted(capsys, *arguments: str) -> dict[str, list[dict[str, object]]]:
    """Return the output of the command, whose exit status agrees."""
    try:
        call_command("recount", "--json", *arguments)
        status = 0
    except SystemExit as exit_:
        status = int(exit_.code or 0)
    report = json.loads(capsys.readouterr().out)
    assert status == (not all(event["equal"] for event in report["events"]))
    return report


def scored() -> Play:
    return Play.objects.exclude(line_points="").order_by("pk")[0]


def forged_play() -> None:
    Play.objects.filter(pk=scored().pk).update(line_points="71 -71")


def forged_counted() -> None:
    Play.objects.filter(pk=scored().pk).update(counted_line_points="71 -71")


def forged_scale() -> None:
    ResultScale.objects.filter(pk=ResultScale.objects.order_by("pk")[0].pk).update(
        frequencies={"5": 3}
    )


def forged_due() -> None:
    ResultScale.objects.filter(pk=ResultScale.objects.order_by("pk")[0].pk).update(expected=99)


def forged_standings() -> None:
    last = Snapshot.objects.filter(audience="public").latest()
    last.standings["lines"][0]["rows"][0]["total"] = "99"
    last.save()


def test_recount_of_a_correct_event_reports_nothing(session: Session, capsys) -> None:
    url = f"{session.stage.event.club.slug}/{session.stage.event.slug}"
    assert recounted(capsys) == {"events": [{"event": url, "equal": True, "differs": []}]}


@pytest.mark.parametrize("seed", [FINISHED_SEED, RUNNING_SEED, DRAWN_SEED])
def test_recount_of_an_imported_event_reports_nothing(seed: int) -> None:
    event = import_event(json.loads(event_file_text(seed)), SYSTEM)
    assert scoring_pipeline.recount(event) == []
    catch_up()
    assert scoring_pipeline.recount(event) == []


def test_recount_scores_pending_plays_without_reporting_them(session: Session, capsys) -> None:
    Play.objects.filter(board=scored().board).update(counted_line_points=None, scored_revision=0)
    ResultScale.objects.filter(board=scored().board).delete()
    assert recounted(capsys)["events"][0]["differs"] == []


def test_recount_does_not_report_an_unscored_result(session: Session, capsys) -> None:
    play = (
        Play.objects.filter(seating__round__number=3)
        .select_related("seating__table")
        .order_by("pk")[0]
    )
    enter_unscored(play)
    assert recounted(capsys)["events"][0]["differs"] == []


def enter_unscored(play: Play) -> None:
    """Enter a result that no task scores."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(BROKER_BREAKER, "open_until", float("inf"))
        enter(play, RESULT)
    play.refresh_from_db()
    assert play.scored_revision < play.revision


@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "forge", [forged_play, forged_counted, forged_scale, forged_due, forged_standings]
)
def test_recount_reports_and_fixes_a_forged_column(
    session: Session, capsys, forge: Callable[[], None]
) -> None:
    standings_before = latest_standings(session.stage)
    forge()
    number = str(Event.objects.get().pk)
    assert recounted(capsys, number)["events"][0]["differs"]
    assert recounted(capsys, number, "--fix")["events"][0]["differs"]
    assert recounted(capsys, number)["events"][0]["equal"]
    assert latest_standings(session.stage) == standings_before
    assert not Play.objects.filter(line_points="71 -71").exists()


def remove_key_from_rows(key: str) -> None:
    """Change the latest standings into those of a version that did not store a key."""
    for audience in Snapshot.Audience:
        last = Snapshot.objects.filter(audience=audience).latest()
        for ranking in last.standings["lines"]:
            for row in ranking["rows"]:
                del row[key]
        last.save()


def test_recount_rebuilds_standings_of_earlier_versions_without_reporting_them(
    session: Session, capsys
) -> None:
    last_before = Snapshot.objects.filter(audience="public").latest()
    remove_key_from_rows("mean")
    assert recounted(capsys)["events"][0]["equal"]
    last = Snapshot.objects.filter(audience="public").latest()
    assert last.standings == last_before.standings
    assert (last.number, last.at) == (last_before.number + 1, last_before.at)


def test_recount_reports_wrong_standings_of_earlier_versions(session: Session, capsys) -> None:
    remove_key_from_rows("mean")
    forged_standings()
    assert "standings" in str(recounted(capsys)["events"][0]["differs"])
    assert (
        "mean"
        not in Snapshot.objects.filter(audience="public").latest().standings["lines"][0]["rows"][0]
    )


def test_recount_reports_and_rebuilds_deleted_scales(session: Session, capsys) -> None:
    standings_before = latest_standings(session.stage)
    ResultScale.objects.all().delete()
    (report,) = recounted(capsys)["events"]
    assert not report["equal"]
    assert Client().get("/club-manilla/campionat/places/").status_code == 200
    assert recounted(capsys, "--fix")["events"][0]["differs"]
    assert ResultScale.objects.exists()
    assert latest_standings(session.stage) == standings_before


def test_recount_still_takes_the_former_name_of_fix_but_help_lists_only_fix(
    session: Session, capsys
) -> None:
    forged_play()
    assert recounted(capsys, "--mend")["events"][0]["differs"]
    assert recounted(capsys)["events"][0]["equal"]
    parser = load_command_class("tournaments", "recount").create_parser("manage.py", "recount")
    assert "--fix" in parser.format_help()
    assert "--mend" not in parser.format_help()


def test_scales_include_plays_of_late_arrivals(capsys) -> None:
    session, director = started(7, movement="mitchell", round_count=4, boards_per_round=2)
    play_round(session, director, random.Random(3))
    catch_up()
    due = {scale.board_id: scale.expected for scale in ResultScale.objects.filter(line="ns")}
    newcomer = arrive_during_session(session.stage.event, "Cinta – Dolors", director)
    added = Play.objects.filter(seating__places__contestant=newcomer).distinct()
    shared_boards = set(added.values_list("board", flat=True)) & set(due)
    assert shared_boards
    catch_up()
    for scale in ResultScale.objects.filter(line="ns", board__in=shared_boards):
        assert scale.expected == due[scale.board_id] + 1
    assert recounted(capsys)["events"] == [
        {"event": "club-manilla/campionat", "equal": True, "differs": []}
    ]


def test_entry_made_during_a_fix_is_kept(session: Session) -> None:
    """The entry has a later revision than the fix has read, so its play is left alone."""
    play = Play.objects.exclude(line_points="").select_related("seating__table").order_by("pk")[0]
    Play.objects.filter(pk=play.pk).update(line_points="71 -71")

    def interrupted(of: Play, *arguments: object) -> None:
        if of.pk == play.pk and Play.objects.get(pk=play.pk).revision == play.revision:
            stored_values = {
                "replaces": play.revision,
                "reason": "cards fell",
                "actor": SYSTEM,
                "key": "meanwhile",
            }
            decide_play(play.pk, Entry.Kind.VOID, {}, **stored_values)
        set_derived_columns(of, *arguments)

    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(
            scoring_pipeline.rebuild_derived.__globals__, "set_derived_columns", interrupted
        )
        scoring_pipeline.rebuild_derived(session.stage.event)
    play.refresh_from_db()
    assert (play.state, play.revision) == (Play.State.VOID, 3)
    assert play.counted_line_points == play.line_points
    assert scoring_pipeline.recount(session.stage.event) == []
