"""The fifth seat of five is E, not East, on every page and sheet in every language."""

import re
from collections.abc import Container, Iterator

import pytest
from django.conf import settings
from django.test import Client
from django.urls import reverse
from django.utils.translation import get_language, override

from tests.scenes.evening import SEED, started_game
from tests.web.every_url import client_in_role, filled_urls
from tournaments.actions.rounds.end_round import end_round
from tournaments.management.simulated_play import play_round
from tournaments.models import Session
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round
from tournaments.tasks import catch_up

pytestmark = pytest.mark.django_db

# East in every language; in Spanish the word before a noun means "this".
EAST = {"en": r"\bEast\b", "ca": r"\bEst\b", "es": r"\bEste\b(?! )", "ja": "東"}

# Pages that offer all games, those of four seats too.
NO_EVENT_YET = {"event_new", "trial", "trial_new", "rules_of_game", "rules_print"}

# Pages that name seats in every way.
TELLING = {"table", "table_board", "traveller", "score_slips", "hand_records"}


@pytest.fixture
def session() -> Session:
    """Start two tables of five, with round 1 of two over and round 2 played at table 1."""
    session, director = started_game("donguri", {"players": "5"})
    play_round(playing_round(session), SEED)
    end_round(playing_round(session).pk, director)
    session.refresh_from_db()
    play_round(playing_round(session), SEED, table_count=1)
    catch_up()
    return session


def reader_clients(session: Session) -> list[Client]:
    """Return the clients of the director and of a phone that lies on the table."""
    phone, desk = Client(), client_in_role("director", session)
    for table in session.sections.get().tables.all():
        phone.post(f"/t/{code_of(table)}/side/", {"holder": "table"})
    return [desk, phone]


def responses(
    session: Session, language: str, url_names: Container[str] = ()
) -> Iterator[tuple[str, str]]:
    """Yield the response of every URL, or of those named in `of`, by URL name."""
    for client in reader_clients(session):
        client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
        for name, url in filled_urls(session, [1, 2]):
            if name in NO_EVENT_YET or (url_names and name not in url_names):
                continue
            response = client.get(url)
            if response.status_code == 200:
                yield name, b"".join(response).decode(errors="replace")


@pytest.mark.thorough
@pytest.mark.parametrize("language", EAST)
def test_public_pages_never_call_the_fifth_seat_east(session: Session, language: str) -> None:
    with override(get_language()):
        named_pages = list(responses(session, language))
    assert not {name for name, page in named_pages if re.search(EAST[language], page)}
    assert {name for name, _page in named_pages} > TELLING


@pytest.mark.thorough
@pytest.mark.parametrize("language", ["ca", "ja"])
def test_pages_about_seats_name_the_fifth_seat_by_its_letter(
    session: Session, language: str
) -> None:
    with override(get_language()):
        named_pages = [(name, page) for name, page in responses(session, language, TELLING)]
    assert {name for name, _page in named_pages} == TELLING
    for name, page in named_pages:
        assert not re.search(EAST[language], page), name
        assert re.search(r">\s*E\b", page), name


def test_hands_and_board_preparation_name_the_fifth_seat_by_its_letter(session: Session) -> None:
    desk, url = client_in_role("director", session), f"/desk/{session.stage.event_id}"
    desk.cookies[settings.LANGUAGE_COOKIE_NAME] = "ja"
    with override(get_language()):
        slips = desk.post(f"{url}/slips/", {"boards": "3"})
        opened_response = desk.post(f"{url}/prepare/3/", {"way": "runs"})
        rejected_response = desk.post(
            f"{url}/prepare/3/", {"way": "runs", "check": "yes", "count_E": "1"}
        )
    for answer in (slips, opened_response, rejected_response):
        assert not re.search(EAST["ja"], answer.content.decode())
    assert re.search(r"\bE[:：]", rejected_response.content.decode())


def test_trial_of_five_names_the_fifth_seat_by_its_letter(client: Client) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "ja"
    url = reverse("trial", args=["donguri", "any"])
    with override(get_language()):
        page = client.get(url, {"option_players": "5"}).content.decode()
    assert not re.search(EAST["ja"], page)
    assert re.search(r">\s*E\b", page)
