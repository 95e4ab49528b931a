"""The URLs in the documentation of downloads answer."""

import pytest
from django.test import Client

from tests.conftest import ROOT
from tests.conventions.test_docs import addresses_in
from tests.scenes.evening import play_round, started
from tournaments.actions.clubs.club import set_framing_sites
from tournaments.actions.rounds.sessions import finish_session
from tournaments.tasks import catch_up


@pytest.mark.django_db
def test_documented_download_urls_answer(client: Client) -> None:
    session, director = started(8, movement="howell", round_count=1, boards_per_round=1)
    set_framing_sites(session.stage.event.club, "club.example", director)
    play_round(session, director)
    finish_session(session.pk, director)
    catch_up()
    pages = [ROOT / "docs" / "integrators" / name for name in ("downloads.md", "embedding.md")]
    named = {url for page in pages for url in addresses_in(page.read_text(encoding="utf-8"))}
    assert len(named) >= 5
    assert {url: client.get(url).status_code for url in named} == dict.fromkeys(named, 200)
