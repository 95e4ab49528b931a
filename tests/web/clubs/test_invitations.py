"""Invitations to a club: new accounts get a one-time password, others accept themselves."""

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
NEW_PASSWORD = "vint-i-una-paraules"
PASSWORD_FORM = {"new_password1": NEW_PASSWORD, "new_password2": NEW_PASSWORD}


class OwnedClub:
    """A club, and the client of its owner."""

    def __init__(self, name: str) -> None:
        self.club, _director = evening.club_with_director(name)
        self.owner = get_user_model().objects.create_user(
            f"owner-{self.club.slug}", password="paraula-de-pas"
        )
        add_member(self.club, self.owner.pk, Role.OWNER, SYSTEM)
        self.client = Client()
        self.client.force_login(self.owner)

    def post(self, url_name: str, *args: object, **fields: str) -> str:
        url = reverse(url_name, args=[self.club.pk, *args])
        return self.client.post(url, fields, follow=True).content.decode()

    def invite(self, name: str, role: str = "scorer") -> str:
        return self.post("members", name=name, role=role)

    def page(self) -> str:
        return self.client.get(reverse("members", args=[self.club.pk])).content.decode()


@pytest.fixture
def penya() -> OwnedClub:
    return OwnedClub("Penya")


@pytest.fixture
def other_club() -> OwnedClub:
    return OwnedClub("Casino")


def shown_password(page: str) -> str:
    """Return the one-time password on a page, or a blank string."""
    match = re.search(r'class="code">([^<]+)<', page)
    return match[1] if match else ""


def client_signing_in(password: str, name: str = "quima") -> Client:
    client = Client()
    client.post("/sign-in/", {"username": name, "password": password})
    return client


def is_member(club: Club, name: str = "quima") -> bool:
    return club.memberships.filter(user__username=name).exists()


def test_invitation_by_a_second_club_shows_no_password_and_adds_no_member(
    penya: OwnedClub, other_club: OwnedClub
) -> None:
    password = shown_password(penya.invite("quima"))
    assert password
    page = other_club.invite("quima", "owner")
    assert (shown_password(page), shown_password(other_club.page())) == ("", "")
    assert password not in page + other_club.page()
    assert not is_member(other_club.club)


def test_user_with_an_account_becomes_a_member_by_accepting(
    penya: OwnedClub, other_club: OwnedClub
) -> None:
    quima = client_signing_in(shown_password(penya.invite("quima")))
    quima.post("/sign-in/password/", PASSWORD_FORM)
    assert "quima is invited" in other_club.invite("quima", "director")
    assert "is invited already" in other_club.invite("quima", "owner")
    desk = quima.get("/desk/").content.decode()
    assert "Casino invites you: director" in desk
    match = re.search(r"/desk/invitations/\d+/", desk)
    assert match
    assert penya.client.post(match[0], {"answer": "accept"}).status_code == 404
    quima.post(match[0])
    assert not is_member(other_club.club)
    assert (
        "on the staff of Casino"
        in quima.post(match[0], {"answer": "accept"}, follow=True).content.decode()
    )
    assert other_club.club.memberships.get(user__username="quima").role == Role.DIRECTOR
    assert quima.post(match[0], {"answer": "accept"}).status_code == 404
    line = AuditEntry.objects.filter(club=other_club.club).order_by("-pk").first()
    assert line
    assert (line.verb, line.data) == (AuditAction.ACCEPT_INVITATION, {"role": "director"})


def test_invitation_can_be_declined_or_withdrawn(penya: OwnedClub, other_club: OwnedClub) -> None:
    other_club.invite(penya.owner.username)
    invitation = other_club.club.invitations.get()
    penya.client.post(reverse("invitation_answer", args=[invitation.pk]), {"answer": "decline"})
    assert not other_club.club.invitations.exists()
    other_club.invite(penya.owner.username)
    assert "withdrawn" in other_club.post(
        "invitation_withdraw", other_club.club.invitations.get().pk
    )
    assert "invites you" not in penya.client.get("/desk/").content.decode()
    assert not is_member(other_club.club, penya.owner.username)


def test_withdrawn_invitation_cannot_be_accepted(penya: OwnedClub, other_club: OwnedClub) -> None:
    invitation = invite(other_club.club, penya.owner, Role.SCORER, SYSTEM)
    withdraw_invitation(invitation, SYSTEM)
    with pytest.raises(ValidationFailed, match="no longer exists"):
        accept_invitation(invitation, Actor.of_user(penya.owner.pk))
    second_invitation = invite(other_club.club, penya.owner, Role.SCORER, SYSTEM)
    with pytest.raises(ValidationFailed, match="no longer exists"):
        accept_invitation(second_invitation, Actor.of_user(other_club.owner.pk))


def test_one_time_password_only_allows_choosing_a_password(penya: OwnedClub) -> None:
    password = shown_password(penya.invite("quima"))
    quima = client_signing_in(password.upper().replace("-", " "))
    for url in ("/desk/", "/desk/new/", "/desk/password/"):
        assert quima.get(url).headers["Location"].startswith("/sign-in/")
    assert quima.get("/api/v1/clubs/").status_code == Client().get("/api/v1/clubs/").status_code
    assert quima.get("/sign-in/password/").status_code == 200
    assert (
        quima.post("/sign-in/password/", PASSWORD_FORM | {"new_password2": "other"}).status_code
        == 422
    )
    assert quima.post("/sign-in/password/", PASSWORD_FORM).headers["Location"] == "/desk/"
    assert quima.get("/desk/").status_code == 200
    assert quima.get("/sign-in/password/").headers["Location"] == "/sign-in/"
    assert "_auth_user_id" not in client_signing_in(password).session
    assert "_auth_user_id" in client_signing_in(NEW_PASSWORD).session


def test_one_time_password_is_shown_once_and_can_be_renewed(penya: OwnedClub) -> None:
    first_password = shown_password(penya.invite("quima"))
    assert shown_password(penya.page()) == ""
    assert "Has not chosen a password yet" in penya.page()
    member = penya.club.memberships.get(user__username="quima")
    second_password = shown_password(penya.post("member_password", member.pk))
    assert len(second_password) == len(first_password) == 19
    assert "signing_in" not in client_signing_in(first_password).session
    client_signing_in(second_password).post("/sign-in/password/", PASSWORD_FORM)
    assert "Has not chosen a password yet" not in penya.page()
    refused = penya.client.post(reverse("member_password", args=[penya.club.pk, member.pk]))
    assert refused.status_code == 422
    assert "already has a password" in refused.content.decode()


def test_second_invitation_points_to_renewing_the_password(penya: OwnedClub) -> None:
    """The owner reloads the page without having written down the password."""
    penya.invite("quima")
    page = penya.invite("quima")
    assert "If the one-time password is lost, make another in the list" in page


def test_one_time_password_expires_after_three_days(penya: OwnedClub) -> None:
    password = shown_password(penya.invite("quima"))
    client = client_signing_in(password)
    OneTimePassword.objects.update(created_at=timezone.now() - timedelta(hours=72, seconds=1))
    assert client.get("/sign-in/password/").status_code == 302
    assert "signing_in" not in client_signing_in(password).session


def test_one_time_password_ends_with_the_membership(
    penya: OwnedClub, other_club: OwnedClub
) -> None:
    password = shown_password(penya.invite("quima"))
    penya.post("member_remove", penya.club.memberships.get(user__username="quima").pk)
    assert "signing_in" not in client_signing_in(password).session
    assert shown_password(other_club.invite("quima"))
    assert is_member(other_club.club)


def test_pending_password_choice_expires(penya: OwnedClub, monkeypatch: pytest.MonkeyPatch) -> None:
    quima, start = client_signing_in(shown_password(penya.invite("quima"))), time.time()
    monkeypatch.setattr(time, "time", lambda: start + 601)
    assert quima.post("/sign-in/password/", PASSWORD_FORM).headers["Location"] == "/sign-in/"
