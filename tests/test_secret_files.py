"""Private files, secrets from the environment, and keys derived from them."""

import logging
import re
import stat
import sys
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.exceptions import ImproperlyConfigured
from django.core.signing import BadSignature, dumps, loads

from config.security import (
    TableCodeFilter,
    derive_cookie_key,
    make_private,
    validated_secret,
)
from games.problems import ValidationFailed
from tests.project import ROOT, manage
from tests.scenes.evening import started
from tests.web.signed_in import first_play
from tournaments.api.tokens import api_token_of, find_user_by_token
from tournaments.queries.phone.table_codes import code_of, find_table

GOOD = "Kq3v-0ZtBf9w2LmXc7Yh5Rn8Pj1Sd4Gu6"
FORMER = "another-Kq3v0ZtBf9w2LmXc7Yh5Rn8P"

posix = pytest.mark.skipif(sys.platform == "win32", reason="modes say nothing on Windows")


def modes(folder: Path) -> dict[str, str]:
    """Return the permissions of a folder and of everything in it."""
    return {
        path.name: stat.filemode(path.stat().st_mode)[4:] for path in (folder, *folder.iterdir())
    }


@pytest.mark.thorough
@posix
def test_new_files_are_readable_by_their_owner_only(tmp_path: Path) -> None:
    folder = tmp_path / "var"
    completed = manage("migrate", "tournaments", "0001", DATABASE_URL="", MANILLA_DATA=str(folder))
    assert completed.returncode == 0, completed.stderr
    file_modes = modes(folder)
    assert {"manilla.sqlite3", "secret"} <= file_modes.keys()
    assert set(file_modes.values()) == {"------"}


@posix
def test_start_restricts_files_that_an_old_version_left_open(tmp_path: Path) -> None:
    tmp_path.chmod(0o755)
    for name in ("manilla.sqlite3", "manilla.sqlite3-wal", "manilla.sqlite3-shm", "secret"):
        (tmp_path / name).touch(0o644)
    make_private(tmp_path)
    assert set(modes(tmp_path).values()) == {"------"}


@posix
def test_start_leaves_a_shared_folder_as_it_is(tmp_path: Path) -> None:
    tmp_path.chmod(0o1777)
    make_private(tmp_path)
    assert modes(tmp_path)[tmp_path.name] == "rwxrwt"


def test_folder_that_cannot_be_created_is_ignored_until_it_is_needed(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    make_private(tmp_path / "file" / "var")


@pytest.mark.parametrize(
    "weak", ["short", "x" * 64, "change-me-" + GOOD, "django-insecure-" + GOOD]
)
def test_secret_that_can_be_guessed_is_rejected_with_instructions(weak: str) -> None:
    with pytest.raises(ImproperlyConfigured, match="MANILLA_SECRET_FORMER"):
        validated_secret(weak)
    assert validated_secret(GOOD) == GOOD


@pytest.mark.thorough
def test_rejected_secret_is_reported_without_a_traceback(tmp_path: Path) -> None:
    refused = manage("check", MANILLA_SECRET="short", MANILLA_DATA=str(tmp_path))
    assert refused.returncode == 1
    assert refused.stderr.startswith("MANILLA_SECRET is too short")
    assert "Traceback" not in refused.stderr


@pytest.mark.django_db
def test_codes_and_tokens_of_a_former_secret_are_valid_while_it_is_listed(
    settings: LazySettings,
) -> None:
    settings.CODE_KEYS = [FORMER]
    session, director = started(4, round_count=2, boards_per_round=1)
    table = first_play(session).seating.table
    user = session.stage.event.club.memberships.get(user=director.user_id).user
    code, token = code_of(table), api_token_of(user)
    settings.CODE_KEYS = [GOOD, FORMER]
    assert code_of(table) != code
    assert find_table(code) == find_table(code_of(table)) == table
    assert find_user_by_token(token) == find_user_by_token(api_token_of(user)) == user
    settings.CODE_KEYS = [GOOD]
    assert find_user_by_token(token) is None
    with pytest.raises(ValidationFailed):
        find_table(code)


def test_cookie_key_does_not_reveal_the_key_of_codes(settings: LazySettings) -> None:
    assert settings.SECRET_KEY not in settings.CODE_KEYS
    assert derive_cookie_key(settings.CODE_KEYS[0]) == settings.SECRET_KEY


def test_cookies_are_signed_with_their_own_key(settings: LazySettings) -> None:
    assert loads(dumps("here")) == "here"
    for key in (settings.CODE_KEYS[0], "another"):
        with pytest.raises(BadSignature):
            loads(dumps("here", key=key))


@pytest.mark.parametrize(
    "written", ["Not Found: /t/1-ABC-DEF/boards/3/", "see http://localhost/t/1-ABC-DEF?x"]
)
def test_table_codes_are_removed_from_log_messages(written: str) -> None:
    record = logging.LogRecord("django.request", logging.WARNING, "", 0, "%s", (written,), None)
    assert TableCodeFilter().filter(record)
    assert "ABC" not in record.getMessage()
    assert "/t/…" in record.getMessage()


def test_every_log_handler_removes_table_codes(settings: LazySettings) -> None:
    assert all("codes" in handler["filters"] for handler in settings.LOGGING["handlers"].values())


def test_caddy_leaves_out_the_codes_that_our_logs_leave_out() -> None:
    caddyfile = (ROOT / "Caddyfile").read_text()
    (pattern,) = re.findall(r"request>uri regexp (\S+) \$\{1\}…", caddyfile)
    assert re.sub(pattern, r"\1…", "/t/UFFZ1DAH/boards/3/?next=/team/ab:cd/") == (
        "/t/…/boards/3/?next=/team/…/"
    )
    assert "request>headers delete" in caddyfile
    assert "resp_headers delete" in caddyfile
