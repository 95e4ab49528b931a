"""A member's visits: ended by himself, by their age, and never kept alive by a page that only
asks again."""

from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.core import signing
from django.test import Client
from django.utils import timezone

from tests.scenes import evening
from tournaments.models import LoginSession
from tournaments.queries.accounts.login_sessions import active_login_sessions, public_session_name

pytestmark = pytest.mark.django_db
NAME, PASSWORD = "director-club-manilla", "paraula-de-pas"
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"


@pytest.fixture(autouse=True)
def a_director() -> None:
    evening.club_with_director()


def browser(agent: str = FIREFOX) -> Client:
    client = Client(headers={"user-agent": agent})
    client.post("/sign-in/", {"username": NAME, "password": PASSWORD})
    return client


def is_in(client: Client) -> bool:
    return client.get("/desk/").status_code == 200


def later(**ago: timedelta) -> None:
    """Time goes by: of every visit, so long since it began or was used."""
    now = timezone.now()
    for visit in LoginSession.objects.all():
        visit.started_at, visit.last_used_at = now - ago["began"], now - ago["used"]
        visit.expire_date = min(
            visit.last_used_at + timedelta(hours=12), visit.started_at + timedelta(days=7)
        )
        visit.save()


def test_signing_out_ends_the_session_for_a_copy_of_the_cookie_too() -> None:
    client, thief = browser(), Client()
    thief.cookies["sessionid"] = client.cookies["sessionid"].value
    assert is_in(thief)
    client.post("/sign-out/")
    assert not is_in(client)
    assert not is_in(thief)


def test_a_cookie_that_says_itself_who_is_in_is_not_believed_and_a_phones_is() -> None:
    user = get_user_model().objects.get(username=NAME)
    said = {
        "_auth_user_id": str(user.pk),
        "_auth_user_backend": "django.contrib.auth.backends.ModelBackend",
        "_auth_user_hash": user.get_session_auth_hash(),
        "codes": ["1-AAA-AAA"],
        "device": "0123",
    }
    salt = "django.contrib.sessions.backends.signed_cookies"
    old = Client()
    old.cookies["sessionid"] = signing.dumps(said, salt=salt, compress=True)
    assert not is_in(old)
    assert dict(old.session) == {"codes": ["1-AAA-AAA"], "device": "0123"}


def test_a_visit_ends_twelve_hours_after_its_last_use_and_after_seven_days() -> None:
    client = browser()
    later(began=timedelta(days=6), used=timedelta(hours=11))
    assert is_in(client)
    later(began=timedelta(days=6), used=timedelta(hours=12, seconds=1))
    assert not is_in(client)
    client = browser()
    later(began=timedelta(days=7, seconds=1), used=timedelta(minutes=1))
    assert not is_in(client)


def test_use_is_noted_every_ten_minutes_and_a_poll_is_no_use() -> None:
    client = browser()
    for minutes, headers, noted in [
        (9, {}, False),
        (11, {"hx-request": "true"}, False),
        (11, {}, True),
    ]:
        later(began=timedelta(hours=1), used=timedelta(minutes=minutes))
        before = LoginSession.objects.get().last_used_at
        client.get("/desk/", headers=headers)
        assert (LoginSession.objects.get().last_used_at > before) == noted


def test_ended_visits_are_not_kept() -> None:
    browser()
    later(began=timedelta(days=8), used=timedelta(days=8))
    browser()
    assert LoginSession.objects.count() == 1


def test_a_member_sees_where_he_is_signed_in_and_ends_one() -> None:
    here, phone = browser("Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36"), browser()
    page = here.get("/desk/account/").content.decode()
    assert "Chrome on Linux" in page
    assert "Firefox on Android" in page
    assert not any(key in page for key in LoginSession.objects.values_list("pk", flat=True))
    names = [seen.name for seen in active_login_sessions(LoginSession.objects.all()[0].user_id)]
    mine = public_session_name(here.session.session_key or "")
    names.remove(mine)
    assert (
        "That browser is signed out"
        in here.post("/desk/account/visits/end/", {"visit": names[0]}, follow=True).content.decode()
    )
    assert (is_in(here), is_in(phone)) == (True, False)
    refused = here.post("/desk/account/visits/end/", {"visit": names[0]})
    assert refused.status_code == 422
    assert "ended already" in refused.content.decode()
    assert (
        here.post("/desk/account/visits/end/", {"visit": mine}).headers["Location"] == "/sign-in/"
    )
    assert not is_in(here)


def test_all_are_ended_at_once_and_nobody_elses() -> None:
    get_user_model().objects.create_user("other", password=PASSWORD)
    other = Client()
    other.post("/sign-in/", {"username": "other", "password": PASSWORD})
    here, phone = browser(), browser()
    mine = public_session_name(here.session.session_key or "")
    assert other.post("/desk/account/visits/end/", {"visit": mine}).status_code == 422
    here.post("/desk/account/visits/end-all/")
    assert [is_in(each) for each in (here, phone, other)] == [False, False, True]


def test_another_password_ends_all_but_this_one() -> None:
    here, phone = browser(), browser()
    chosen = {
        "old_password": PASSWORD,
        "new_password1": "una-paraula-nova",
        "new_password2": "una-paraula-nova",
    }
    assert here.post("/desk/password/", chosen).status_code == 302
    assert (is_in(here), is_in(phone)) == (True, False)
    assert LoginSession.objects.count() == 1


def test_a_phone_at_a_table_has_no_row() -> None:
    phone = Client()
    phone.post("/sign-in/", {"username": NAME, "password": "wrong"})
    session = phone.session
    session["device"] = "0123"
    session.save()
    assert ":" in (session.session_key or "")
    assert not LoginSession.objects.exists()
