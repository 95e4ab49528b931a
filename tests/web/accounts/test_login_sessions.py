"""Login sessions of a member: expiry, activity, and ending them."""

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
def club_with_director() -> None:
    evening.club_with_director()


def browser(agent: str = FIREFOX) -> Client:
    client = Client(headers={"user-agent": agent})
    client.post("/sign-in/", {"username": NAME, "password": PASSWORD})
    return client


def is_signed_in(client: Client) -> bool:
    return client.get("/desk/").status_code == 200


def age_sessions(**ago: timedelta) -> None:
    """Set how long ago every session began and was last used."""
    now = timezone.now()
    for session in LoginSession.objects.all():
        session.started_at, session.last_used_at = now - ago["began"], now - ago["used"]
        session.expire_date = min(
            session.last_used_at + timedelta(hours=12), session.started_at + timedelta(days=7)
        )
        session.save()


def test_sign_out_also_ends_the_session_of_a_copied_cookie() -> None:
    client, thief = browser(), Client()
    thief.cookies["sessionid"] = client.cookies["sessionid"].value
    assert is_signed_in(thief)
    client.post("/sign-out/")
    assert not is_signed_in(client)
    assert not is_signed_in(thief)


def test_signed_cookie_does_not_sign_in_but_keeps_a_devices_data() -> None:
    user = get_user_model().objects.get(username=NAME)
    cookie_data = {
        "_auth_user_id": str(user.pk),
        "_auth_user_backend": "django.contrib.auth.backends.ModelBackend",
        "_auth_user_hash": user.get_session_auth_hash(),
        "codes": ["1-AAA-AAA"],
        "device": "0123",
    }
    salt = "django.contrib.sessions.backends.signed_cookies"
    client = Client()
    client.cookies["sessionid"] = signing.dumps(cookie_data, salt=salt, compress=True)
    assert not is_signed_in(client)
    assert dict(client.session) == {"codes": ["1-AAA-AAA"], "device": "0123"}


def test_session_expires_twelve_hours_after_use_and_after_seven_days() -> None:
    client = browser()
    age_sessions(began=timedelta(days=6), used=timedelta(hours=11))
    assert is_signed_in(client)
    age_sessions(began=timedelta(days=6), used=timedelta(hours=12, seconds=1))
    assert not is_signed_in(client)
    client = browser()
    age_sessions(began=timedelta(days=7, seconds=1), used=timedelta(minutes=1))
    assert not is_signed_in(client)


def test_use_is_stored_every_ten_minutes_except_for_polls() -> None:
    client = browser()
    for minutes, headers, is_stored in [
        (9, {}, False),
        (11, {"hx-request": "true"}, False),
        (11, {}, True),
    ]:
        age_sessions(began=timedelta(hours=1), used=timedelta(minutes=minutes))
        last_used_before = LoginSession.objects.get().last_used_at
        client.get("/desk/", headers=headers)
        assert (LoginSession.objects.get().last_used_at > last_used_before) == is_stored


def test_expired_sessions_are_deleted() -> None:
    browser()
    age_sessions(began=timedelta(days=8), used=timedelta(days=8))
    browser()
    assert LoginSession.objects.count() == 1


def test_member_sees_login_sessions_and_ends_one() -> None:
    desktop, phone = (
        browser("Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36"),
        browser(),
    )
    page = desktop.get("/desk/account/").content.decode()
    assert "Chrome on Linux" in page
    assert "Firefox on Android" in page
    assert not any(key in page for key in LoginSession.objects.values_list("pk", flat=True))
    names = [
        row.public_name for row in active_login_sessions(LoginSession.objects.all()[0].user_id)
    ]
    own_name = public_session_name(desktop.session.session_key or "")
    names.remove(own_name)
    assert (
        "That browser is signed out"
        in desktop.post(
            "/desk/account/visits/end/", {"visit": names[0]}, follow=True
        ).content.decode()
    )
    assert (is_signed_in(desktop), is_signed_in(phone)) == (True, False)
    refused = desktop.post("/desk/account/visits/end/", {"visit": names[0]})
    assert refused.status_code == 422
    assert "ended already" in refused.content.decode()
    assert (
        desktop.post("/desk/account/visits/end/", {"visit": own_name}).headers["Location"]
        == "/sign-in/"
    )
    assert not is_signed_in(desktop)


def test_member_ends_all_own_sessions_only() -> None:
    get_user_model().objects.create_user("other", password=PASSWORD)
    other_client = Client()
    other_client.post("/sign-in/", {"username": "other", "password": PASSWORD})
    desktop, phone = browser(), browser()
    own_name = public_session_name(desktop.session.session_key or "")
    assert other_client.post("/desk/account/visits/end/", {"visit": own_name}).status_code == 422
    desktop.post("/desk/account/visits/end-all/")
    assert [is_signed_in(client) for client in (desktop, phone, other_client)] == [
        False,
        False,
        True,
    ]


def test_new_password_ends_all_other_sessions() -> None:
    desktop, phone = browser(), browser()
    passwords = {
        "old_password": PASSWORD,
        "new_password1": "una-paraula-nova",
        "new_password2": "una-paraula-nova",
    }
    assert desktop.post("/desk/password/", passwords).status_code == 302
    assert (is_signed_in(desktop), is_signed_in(phone)) == (True, False)
    assert LoginSession.objects.count() == 1


def test_device_at_a_table_has_no_stored_session() -> None:
    phone = Client()
    phone.post("/sign-in/", {"username": NAME, "password": "wrong"})
    session = phone.session
    session["device"] = "0123"
    session.save()
    assert ":" in (session.session_key or "")
    assert not LoginSession.objects.exists()
