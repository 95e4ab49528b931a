"""`serve` runs the periodic tasks before it serves and while it does."""

from collections.abc import Callable
from itertools import count
from threading import Event
from threading import enumerate as enumerate_threads
from types import SimpleNamespace

import pytest
from django.conf import LazySettings
from django.core.management import call_command
from django.db import OperationalError

from tests.scenes.evening import play_round, started
from tests.scenes.latest_standings import latest_standings
from tournaments import scoring_pipeline
from tournaments.management.commands import serve
from tournaments.models import Play, ResultScale, Snapshot
from tournaments.tasks import catch_up

pytestmark = [pytest.mark.django_db, pytest.mark.once]


def test_pending_results_are_scored_before_the_site_is_served(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As after an update that rescores everything; prints the address for phones."""
    monkeypatch.setattr(serve, "local_network_address", lambda: "192.168.1.20")
    session, director = started(8, movement="mitchell", round_count=4, boards_per_round=2)
    play_round(session, director)
    catch_up()
    standings_before = latest_standings(session.stage)
    Play.objects.update(counted_line_points=None, scored_revision=0)
    ResultScale.objects.all().delete()
    Snapshot.objects.all().delete()
    served: list[int] = []
    monkeypatch.setattr(
        serve, "create_server", _server(lambda **options: served.append(options["port"]))
    )
    call_command("serve", "--port", "8123")
    assert served == [8123]
    assert "On the phones" in capsys.readouterr().out
    call_command("serve", "--host", "127.0.0.1", "--port", "8123")
    assert "On the phones" not in capsys.readouterr().out
    assert not list(scoring_pipeline.pending_board_ids())
    assert latest_standings(session.stage) == standings_before


def test_serve_repeats_the_periodic_tasks_after_failures(
    settings: LazySettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.CATCH_UP_INTERVAL_SECONDS = 0.01
    times, is_enough, recounted = count(1), Event(), list[bool]()

    def catches_up() -> None:
        number = next(times)
        if number == 2:
            raise OperationalError("database is locked")
        if number == 4:
            is_enough.set()

    def recounts() -> None:
        recounted.append(True)
        raise OperationalError("database is locked")

    monkeypatch.setattr(serve, "catch_up", catches_up)
    monkeypatch.setattr(serve, "recount_stale_events", recounts)
    monkeypatch.setattr(serve, "create_server", _server(lambda **_how: is_enough.wait(20)))
    call_command("serve", "--port", "8123")
    assert is_enough.is_set()
    assert len(recounted) >= 3
    threads = [thread for thread in enumerate_threads() if thread.name == "catch up"]
    for thread in threads:
        thread.join(20)
        assert not thread.is_alive()


def _server(run: Callable[..., object]) -> Callable[..., SimpleNamespace]:
    """Return a `create_server` whose server calls a function instead of listening."""
    return lambda _site, **options: SimpleNamespace(run=lambda: run(**options))
