"""Progress of long tasks, polled by browsers and drawn in terminals."""

import io
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, suppress
from threading import Event

import pytest
from django.core.cache import cache
from django.test import Client
from django.urls import reverse

from tests.scenes.divided_session import dealt_at_venues
from tests.scenes.evening import created
from tests.web.signed_in import desk_url, signed_in
from tournaments.access import progress_polling
from tournaments.access.progress_polling import read_progress
from tournaments.management import progress_bar as progress_bar_module
from tournaments.management.progress_bar import format_bar, progress_bar
from tournaments.support.progress import report_progress_to, with_progress

KEY = "0123456789abcdef" * 2


def recorded_reports() -> tuple[list[tuple[str, float]], AbstractContextManager[None]]:
    reports: list[tuple[str, float]] = []
    return reports, report_progress_to(
        lambda description, fraction: reports.append((description, round(fraction, 3)))
    )


def test_each_step_is_reported_and_the_last_one_is_1() -> None:
    reports, listening = recorded_reports()
    with listening:
        assert list(with_progress("abcd", "Letters")) == list("abcd")
    assert reports == [("Letters", part) for part in (0, 0.25, 0.5, 0.75, 1)]


def test_nested_work_counts_as_a_part_of_the_outer_work() -> None:
    reports, listening = recorded_reports()
    with listening:
        for _section in with_progress(range(2), "Sections"):
            for _round in with_progress(range(2), "Rounds"):
                pass
    assert {description for description, _part in reports} == {"Sections"}
    parts = [part for _what, part in reports]
    assert parts == sorted(parts)
    assert parts[-1] == 1
    assert 0.25 in parts


def test_aborted_nested_work_no_longer_counts() -> None:
    reports, listening = recorded_reports()
    with listening:
        for number in with_progress(range(2), "Sections"):
            for _round in with_progress(range(10), "Rounds"):
                break
            assert number < 2
        with suppress(ZeroDivisionError):
            for _each in with_progress(range(3), "Failing"):
                raise ZeroDivisionError
        list(with_progress(range(1), "After"))
    assert reports[-1] == ("After", 1)
    assert ("Sections", 1) in reports


def test_work_without_a_listener_is_done() -> None:
    assert list(with_progress((1, 2), "Work")) == [1, 2]
    reports, listening = recorded_reports()
    with listening:
        assert list(with_progress((), "Nothing")) == []
    assert reports == []


@pytest.fixture
def every_step_stored(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Store every step, even if it follows the last one immediately."""
    monkeypatch.setattr(progress_polling, "_MIN_STORE_INTERVAL", 0)
    yield
    cache.delete(f"progress-{KEY}")


@pytest.mark.django_db
def test_progress_of_a_request_with_a_key_can_be_polled(
    client: Client, every_step_stored: None
) -> None:
    session, director = created(8, round_count=3, boards_per_round=1)
    signed_in(client, director)
    progress_url = reverse("progress", args=[KEY])
    assert client.get(progress_url).status_code == 204
    assert (
        client.post(desk_url(session, "session_deal"), {"salt": "", "progress": KEY}).status_code
        == 302
    )
    assert read_progress(KEY) == ("Planning the rounds", 1)
    response = Client(headers={"Accept-Language": "ca"}).get(progress_url)
    assert response.json()["part"] == 1
    assert response.headers["Cache-Control"].startswith("max-age=0")
    assert not response.cookies


@pytest.mark.django_db
@pytest.mark.parametrize("key", ["", "x", KEY + "0", KEY.upper(), "../" + KEY])
def test_malformed_key_is_ignored(client: Client, every_step_stored: None, key: str) -> None:
    session, director = created(8, round_count=3, boards_per_round=1)
    signed_in(client, director)
    assert (
        client.post(desk_url(session, "session_deal"), {"salt": "", "progress": key}).status_code
        == 302
    )
    assert read_progress(key) is None


@pytest.mark.django_db
def test_progress_of_dealing_counts_the_sections(every_step_stored: None) -> None:
    reports, listening = recorded_reports()
    with listening:
        dealt_at_venues()
    dealt = [part for description, part in reports if description == "Planning the rounds"]
    assert dealt[-1] == 1
    assert len(set(dealt)) == 4
    assert any(description == "Planning the sections" for description, _part in reports)


class Terminal(io.StringIO):
    """A stream that can pretend to be a terminal."""

    def __init__(self, is_terminal: bool) -> None:
        super().__init__()
        self.is_terminal = is_terminal

    def isatty(self) -> bool:
        return self.is_terminal

    def write(self, msg: str = "", style_func: object = None, ending: str | None = None) -> int:
        return super().write(msg if ending is not None else msg + "\n")


def test_terminal_shows_a_bar_once_the_work_takes_long(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress_bar_module, "SHOW_AFTER_SECONDS", 0.01)
    monkeypatch.setattr(progress_bar_module, "REDRAW_SECONDS", 0.01)
    terminal = Terminal(is_terminal=True)
    is_drawn = Event()
    monkeypatch.setattr(terminal, "write", _signalling_write(terminal.write, is_drawn))
    with progress_bar(terminal):
        for _each in with_progress(range(2), "Recounting"):
            assert is_drawn.wait(10)
    assert "Recounting" in terminal.getvalue() or "One moment" in terminal.getvalue()
    assert terminal.getvalue().endswith("\r")


def _signalling_write(write: Callable[..., int], is_drawn: Event) -> Callable[..., int]:
    def write_and_signal(msg: str, ending: str | None = None) -> int:
        is_drawn.set()
        return write(msg, ending=ending)

    return write_and_signal


def test_no_bar_is_drawn_without_a_terminal_or_for_short_work() -> None:
    for terminal in (Terminal(is_terminal=False), Terminal(is_terminal=True)):
        with progress_bar(terminal):
            list(with_progress(range(3), "Recounting"))
        assert terminal.getvalue() == ""


def test_length_of_the_bar_is_the_fraction_done() -> None:
    assert format_bar("", 0) == "One moment …"
    assert format_bar("Dealing", 0.5) == f"[{'#' * 15}{'.' * 15}]  50 %  Dealing"
