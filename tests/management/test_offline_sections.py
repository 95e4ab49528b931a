"""Offline sections by commands: imported, and uploaded as a file or to a site."""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from pytest_django.live_server_helper import LiveServer

from tests.scenes.evening import club_with_director, enter
from tests.scenes.offline_section import (
    PASSPHRASE,
    exported_section,
    started_in_two,
    started_with_offline_section,
)
from tests.web.signed_in import RESULT, first_play
from tournaments.api.tokens import api_token_of
from tournaments.models import Event, ImportedSection, Membership, ResultUpload

pytestmark = pytest.mark.once


def command_json(capsys: Any, *command: str) -> Any:
    """Return the JSON that a command prints, be it problems."""
    with suppress(SystemExit):
        call_command(*command, "--json")
    return json.loads(capsys.readouterr().out)


@pytest.mark.django_db
def test_offline_section_is_imported_and_uploaded_by_commands(tmp_path: Path, capsys: Any) -> None:
    session, director = started_in_two()
    club_with_director("Bar Nou")
    (tmp_path / "vic").write_text(json.dumps(exported_section(session, director)))
    opening = ("open_section", str(tmp_path / "vic"), "--club", "bar-nou", "--phrase")
    refused = command_json(capsys, *opening, "another phrase")
    assert [problem["code"] for problem in refused["problems"]] == ["wrong_phrase"]
    assert command_json(capsys, *opening, PASSPHRASE) == {"event": "bar-nou/campionat-1-vic"}
    file = str(tmp_path / "results")
    assert command_json(capsys, "deliver", "bar-nou/campionat-1-vic", "--file", file) == {
        "file": file
    }
    for _each in range(2):
        answer = command_json(capsys, "take_delivery", str(session.stage.event_id), file)
        assert answer == {"section": "Vic", "plays": 0, "entries": 0}
    (tmp_path / "vic").write_text("{}")
    refused = command_json(
        capsys, "take_delivery", str(session.stage.event_id), str(tmp_path / "vic")
    )
    assert {problem["code"] for problem in refused["problems"]} == {"missing_key"}


@pytest.mark.django_db
@pytest.mark.parametrize("named", [(), ("--to", "http://localhost"), ("--file", "a", "--to", "b")])
def test_deliver_requires_exactly_one_destination(named: tuple[str, ...]) -> None:
    _home, _director, bar, _barman = started_with_offline_section()
    with pytest.raises(SystemExit) as exit_info:
        call_command("deliver", str(bar.stage.event_id), *named)
    assert exit_info.value.code == 2


@pytest.mark.django_db(transaction=True)
def test_deliver_sends_results_to_the_organisers_site(
    live_server: LiveServer, tmp_path: Path, capsys: Any
) -> None:
    home, _director, bar, _barman = started_with_offline_section()
    enter(first_play(bar), RESULT)
    token = tmp_path / "token"
    member = Membership.objects.select_related("user").get(club=home.stage.event.club)
    token.write_text(api_token_of(member.user))
    sending = ("deliver", str(bar.stage.event_id), "--token-file", str(token), "--to")
    for new in (2, 0):
        assert command_json(capsys, *sending, live_server.url) == {
            "section": "Vic",
            "plays": 1,
            "entries": new,
        }
    assert ResultUpload.objects.count() == 2
    wrong = {
        "ftp://here": "not_an_address",
        "http://127.0.0.1:9": "unreached",
        f"{live_server.url}/desk": "not_ours",
    }
    for address, code in wrong.items():
        assert [
            problem["code"] for problem in command_json(capsys, *sending, address)["problems"]
        ] == [code]
    token.write_text("1-0")
    refused = command_json(capsys, *sending, live_server.url)
    assert [problem["code"] for problem in refused["problems"]] == ["wrong_token"]
    ImportedSection.objects.filter(event=bar.stage.event).update(key="")
    refused = command_json(capsys, *sending, live_server.url)
    assert [problem["code"] for problem in refused["problems"]] == ["opened_elsewhere"]
    assert Event.objects.filter(is_offline_section=True).count() == 1
