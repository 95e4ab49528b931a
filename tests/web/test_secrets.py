"""No response reveals a hand of a sealed board, a seed, or the code of another table."""

from collections.abc import Callable

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.web.every_url import (
    NO_BOARD,
    board_samples,
    client_in_role,
    filled_urls,
    secret_free_responses,
    send,
)
from tests.web.every_url import session as session  # a fixture
from tournaments.actions.rounds.table_codes import revoke_table_code
from tournaments.models import (
    AuditAction,
    AuditEntry,
    Contestant,
    Entry,
    Play,
    Session,
    Table,
)
from tournaments.permissions.actor import Actor
from tournaments.permissions.visibility.sealed_boards import sealed_board_numbers
from tournaments.queries.phone.table_codes import code_of
from tournaments.queries.rounds.seating import playing_round

pytestmark = [pytest.mark.django_db, pytest.mark.once]

DAILY_ROLES = ("anybody", "other venue", "scorer", "director")
# Roles of thorough runs only: they see about as much as one of the roles above, and test_roles.py
# checks every day what each role may request.
NIGHTLY_ROLES = [
    pytest.param(role, marks=pytest.mark.thorough)
    for role in ("stranger", "owner", "venue director")
]


# The names of URLs at which only directors may post.
DIRECTOR_URL_NAMES = (
    "session_deal",
    "session_start",
    "round_end",
    "session_finish",
    "event_publish",
    "table_code_revoke",
    "hand_slips",
    "event_contestants",
    "event_fee",
    "contestant_withdraw",
    "contestant_replace",
    "contestant_paid",
    "contestant_unpaid",
    "desk_reveal",
    "penalties",
    "announce",
)


def all_board_numbers(session: Session) -> list[int]:
    """Return the numbers of all boards, and one that does not exist."""
    return [*session.boards.values_list("number", flat=True), NO_BOARD]


@pytest.mark.long
@pytest.mark.daily(1)
@pytest.mark.parametrize(
    "board_numbers_of",
    [board_samples, pytest.param(all_board_numbers, marks=pytest.mark.thorough)],
)
@pytest.mark.parametrize("role", [*DAILY_ROLES, *NIGHTLY_ROLES])
def test_sealed_hands_and_seeds_are_in_no_response(
    session: Session,
    derived_board_numbers: list[int],
    role: str,
    board_numbers_of: Callable[[Session], list[int]],
) -> None:
    assert len(sealed_board_numbers(session)) < session.boards.count()
    codes = [
        code_of(table).encode() for table in Table.objects.select_related("section").order_by("pk")
    ]
    for method, url, content in secret_free_responses(
        session, derived_board_numbers, role, board_numbers_of(session)
    ):
        if role in {"anybody", "stranger", "other venue"} and not url.startswith("/t/"):
            assert not any(code in content for code in codes), (method, url)


def test_revoked_table_code_opens_no_page(session: Session) -> None:
    table = Table.objects.select_related("section__session__stage__event__club").earliest("pk")
    old_code, form_data = code_of(table), {"holder": "table"}
    phone, api_client = Client(), Client(headers={"Authorization": f"Table {old_code}"})
    assert phone.post(reverse("table_side", args=[old_code]), form_data).status_code == 302
    director = Actor.of_user(get_user_model().objects.get(username__startswith="director").pk)
    revoke_table_code(table, director)
    entry_count_before = Entry.objects.count()
    for _name, url in filled_urls(session, board_samples(session)):
        if url.startswith("/t/") and code_of(table) in url:
            url = url.replace(code_of(table), old_code)
            for response in (phone.get(url), send(phone, url, "anybody")):
                assert response.status_code in {404, 405, 422, 429}, url
                assert "N-S" not in response.content.decode(), url
        elif url.startswith("/api/"):
            assert api_client.get(url).status_code in {401, 404, 405, 429}, url
            assert send(api_client, url, "anybody").status_code in {401, 404, 405, 415, 429}, url
    assert Entry.objects.count() == entry_count_before


def test_hand_slips_show_hands_and_are_audited(
    session: Session, derived_board_numbers: list[int]
) -> None:
    client = client_in_role("director", session)
    url = reverse("hand_slips", kwargs={"event_id": session.stage.event_id})
    assert client.post(url).status_code == 200
    assert sealed_board_numbers(session) <= set(derived_board_numbers)
    assert AuditEntry.objects.filter(verb=AuditAction.PRINT_SLIPS).count() == 1


@pytest.mark.parametrize("role", ["anybody", "stranger", "other venue", "scorer"])
def test_actions_of_directors_are_forbidden_to_others(session: Session, role: str) -> None:
    url_kwargs = {
        "round_end": {"round_id": playing_round(session).pk},
        "table_code_revoke": {"table_id": Table.objects.first().pk},
        "desk_reveal": {"play_id": Play.objects.first().pk},
    } | {
        name: {"contestant_id": Contestant.objects.first().pk}
        for name in (
            "contestant_withdraw",
            "contestant_replace",
            "contestant_paid",
            "contestant_unpaid",
        )
    }
    client = client_in_role(role, session)
    entry_count_before = AuditEntry.objects.count()
    for name in DIRECTOR_URL_NAMES:
        response = client.post(
            reverse(name, kwargs={"event_id": session.stage.event_id} | url_kwargs.get(name, {}))
        )
        # The director of another venue may print slips of its sections, which have no boards yet.
        prints_own_slips = role == "other venue" and name == "hand_slips"
        assert response.status_code in ({422} if prints_own_slips else {302, 404}), name
        if response.status_code == 302:
            assert response.headers["Location"].startswith(reverse("sign_in")), name
        assert AuditEntry.objects.count() == entry_count_before, name
