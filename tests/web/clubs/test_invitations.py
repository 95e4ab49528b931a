"""Who comes into a club: a new account by a one-time password, an old one by its own consent."""

import re
import time
from datetime import timedelta

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.problems import ValidationFailed
from tests.scenes import evening
from tournaments.actions.clubs.club import add_member
from tournaments.actions.clubs.invitations import accept_invitation, invite, withdraw_invitation
from tournaments.models import AuditAction, AuditEntry, Club, Membership, OneTimePassword
from tournaments.permissions.actor import SYSTEM, Actor

pytestmark = pytest.mark.django_db
Role = Membership.Role
CHOSEN = "vint-i-una-paraules"
KEPT = {"new_password1": CHOSEN, "new_password2": CHOSEN}


class Owned:
    """A club, and the browser of its owner."""

    def __init__(self, name: str) -> None:
        self.club, _director = evening.club_with_director(name)
        self.owner = get_user_model().objects.create_user(
            f"owner-{self.club.slug}", password="paraula-de-pas"
        )
        add_member(self.club, self.owner.pk, Role.OWNER, SYSTEM)
        self.client = Client()
        self.client.force_login(self.owner)

    def post(self, page: str, *args: object, **said: str) -> str:
        address = reverse(page, args=[self.club.pk, *args])
        return self.client.post(address, said, follow=True).content.decode()

    def invite(self, name: str, role: str = "scorer") -> str:
        return self.post("members", name=name, role=role)

    def page(self) -> str:
        return self.client.get(reverse("members", args=[self.club.pk])).content.decode()


@pytest.fixture
def penya() -> Owned:
    return Owned("Penya")


@pytest.fixture
def other() -> Owned:
    return Owned("Casino")


def shown(page: str) -> str:
    """The one-time password on a page; blank where there is none."""
    found = re.search(r'class="code">([^<]+)<', page)
    return found[1] if found else ""


def signing_in(password: str, name: str = "quima") -> Client:
    client = Client()
    client.post("/sign-in/", {"username": name, "password": password})
    return client


def in_club(club: Club, name: str = "quima") -> bool:
    return club.memberships.filter(user__username=name).exists()


def test_a_second_club_is_shown_no_password_and_gets_no_member(penya: Owned, other: Owned) -> None:
    password = shown(penya.invite("quima"))
    assert password
    answer = other.invite("quima", "owner")
    assert (shown(answer), shown(other.page())) == ("", "")
    assert password not in answer + other.page()
    assert not in_club(other.club)


def test_who_has_an_account_is_a_member_once_he_accepts(penya: Owned, other: Owned) -> None:
    quima = signing_in(shown(penya.invite("quima")))
    quima.post("/sign-in/password/", KEPT)
    assert "quima is invited" in other.invite("quima", "director")
    assert "is invited already" in other.invite("quima", "owner")
    desk = quima.get("/desk/").content.decode()
    assert "Casino invites you: director" in desk
    answer = re.search(r"/desk/invitations/\d+/", desk)
    assert answer
    assert penya.client.post(answer[0], {"answer": "accept"}).status_code == 404
    quima.post(answer[0])
    assert not in_club(other.club)
    assert (
        "on the staff of Casino"
        in quima.post(answer[0], {"answer": "accept"}, follow=True).content.decode()
    )
    assert other.club.memberships.get(user__username="quima").role == Role.DIRECTOR
    assert quima.post(answer[0], {"answer": "accept"}).status_code == 404
    written = AuditEntry.objects.filter(club=other.club).order_by("-pk").first()
    assert written
    assert (written.verb, written.data) == (AuditAction.ACCEPT_INVITATION, {"role": "director"})


def test_an_invitation_is_declined_or_withdrawn(penya: Owned, other: Owned) -> None:
    other.invite(penya.owner.username)
    invitation = other.club.invitations.get()
    penya.client.post(reverse("invitation_answer", args=[invitation.pk]), {"answer": "decline"})
    assert not other.club.invitations.exists()
    other.invite(penya.owner.username)
    assert "withdrawn" in other.post("invitation_withdraw", other.club.invitations.get().pk)
    assert "invites you" not in penya.client.get("/desk/").content.decode()
    assert not in_club(other.club, penya.owner.username)


def test_what_was_withdrawn_meanwhile_cannot_be_accepted(penya: Owned, other: Owned) -> None:
    invitation = invite(other.club, penya.owner, Role.SCORER, SYSTEM)
    withdraw_invitation(invitation, SYSTEM)
    with pytest.raises(ValidationFailed, match="no longer exists"):
        accept_invitation(invitation, Actor.of_user(penya.owner.pk))
    again = invite(other.club, penya.owner, Role.SCORER, SYSTEM)
    with pytest.raises(ValidationFailed, match="no longer exists"):
        accept_invitation(again, Actor.of_user(other.owner.pk))


def test_a_one_time_password_leads_to_nothing_but_choosing_one(penya: Owned) -> None:
    given = shown(penya.invite("quima"))
    quima = signing_in(given.upper().replace("-", " "))
    for page in ("/desk/", "/desk/new/", "/desk/password/"):
        assert quima.get(page).headers["Location"].startswith("/sign-in/")
    assert quima.get("/api/v1/clubs/").status_code == Client().get("/api/v1/clubs/").status_code
    assert quima.get("/sign-in/password/").status_code == 200
    assert quima.post("/sign-in/password/", KEPT | {"new_password2": "other"}).status_code == 422
    assert quima.post("/sign-in/password/", KEPT).headers["Location"] == "/desk/"
    assert quima.get("/desk/").status_code == 200
    assert quima.get("/sign-in/password/").headers["Location"] == "/sign-in/"
    assert "_auth_user_id" not in signing_in(given).session
    assert "_auth_user_id" in signing_in(CHOSEN).session


def test_it_is_shown_once_and_the_club_may_make_another(penya: Owned) -> None:
    first = shown(penya.invite("quima"))
    assert shown(penya.page()) == ""
    assert "Has not chosen a password yet" in penya.page()
    member = penya.club.memberships.get(user__username="quima")
    second = shown(penya.post("member_password", member.pk))
    assert len(second) == len(first) == 19
    assert "signing_in" not in signing_in(first).session
    signing_in(second).post("/sign-in/password/", KEPT)
    assert "Has not chosen a password yet" not in penya.page()
    refused = penya.client.post(reverse("member_password", args=[penya.club.pk, member.pk]))
    assert refused.status_code == 422
    assert "already has a password" in refused.content.decode()


def test_a_name_invited_twice_is_led_to_another_one_time_password(penya: Owned) -> None:
    """The page was loaded anew before anybody had written the password down."""
    penya.invite("quima")
    again = penya.invite("quima")
    assert "If the one-time password is lost, make another in the list" in again


def test_it_ends_after_three_days(penya: Owned) -> None:
    given = shown(penya.invite("quima"))
    waiting = signing_in(given)
    OneTimePassword.objects.update(created_at=timezone.now() - timedelta(hours=72, seconds=1))
    assert waiting.get("/sign-in/password/").status_code == 302
    assert "signing_in" not in signing_in(given).session


def test_it_ends_when_the_member_is_removed_and_he_may_be_asked_anew(
    penya: Owned, other: Owned
) -> None:
    given = shown(penya.invite("quima"))
    penya.post("member_remove", penya.club.memberships.get(user__username="quima").pk)
    assert "signing_in" not in signing_in(given).session
    assert shown(other.invite("quima"))
    assert in_club(other.club)


def test_a_page_left_open_too_long_begins_again(
    penya: Owned, monkeypatch: pytest.MonkeyPatch
) -> None:
    quima, began = signing_in(shown(penya.invite("quima"))), time.time()
    monkeypatch.setattr(time, "time", lambda: began + 601)
    assert quima.post("/sign-in/password/", KEPT).headers["Location"] == "/sign-in/"
