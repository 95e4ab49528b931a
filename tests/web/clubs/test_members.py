"""The page of a club's staff."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client
from django.urls import reverse

from tests.scenes import evening
from tournaments.actions.clubs.club import add_member
from tournaments.actions.clubs.venues import add_venue, change_venue
from tournaments.models import AuditAction, AuditEntry, Club, Membership
from tournaments.permissions.actor import SYSTEM

pytestmark = pytest.mark.django_db
Role = Membership.Role


@pytest.fixture
def club() -> Club:
    """A club with an owner and a director."""
    club, _director = evening.club_with_director()
    owner = get_user_model().objects.create_user("owner", password="paraula-de-pas")
    add_member(club, owner.pk, Role.OWNER, SYSTEM)
    return club


@pytest.fixture
def owner(club: Club, client: Client) -> Client:
    client.force_login(get_user_model().objects.get(username="owner"))
    return client


def members_url(club: Club) -> str:
    return reverse("members", args=[club.pk])


def membership_of(club: Club, name: str) -> Membership:
    return club.memberships.get(user__username=name)


def test_member_who_plays_in_the_club_is_listed_by_their_name(club: Club, owner: Client) -> None:
    user = get_user_model().objects.get(username="owner")
    club.players.create(name="Mercè Vila", user=user)
    page = owner.get(members_url(club)).content.decode()
    assert '<span class="names">Mercè Vila</span>' in page
    assert '<span class="quiet small">owner</span>' in page


def test_username_in_another_case_is_the_same_account(club: Club, owner: Client) -> None:
    """Accounts must differ in more than case, as wrong passwords are counted regardless of it."""
    get_user_model().objects.create_user("Montse", password="una-de-prou-llarga")
    url = reverse("members", args=[club.pk])
    page = owner.post(url, {"name": "MONTSE", "role": "scorer"}, follow=True).content.decode()
    assert list(club.invitations.values_list("user__username", flat=True)) == ["Montse"]
    assert not get_user_model().objects.filter(username="MONTSE").exists()
    page = owner.post(url, {"name": "montse", "role": "scorer"}).content.decode()
    assert "invited already" in page


def test_username_in_wide_letters_is_the_same_account(club: Club, owner: Client) -> None:
    for typed in ("quima1", "ｑｕｉｍａ１"):
        response = owner.post(members_url(club), {"name": typed, "role": "scorer"})
    assert response.status_code == 422
    assert "quima1 is already on the staff" in response.content.decode()
    owner.post(members_url(club), {"name": "ｐｏｌ２", "role": "scorer"})
    assert membership_of(club, "pol2").role == Role.SCORER


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"name": "", "role": "scorer"}, "Enter the name"),
        ({"name": "a b", "role": "scorer"}, "A name has letters"),
        ({"name": "x" * 151, "role": "scorer"}, "A name has letters"),
        ({"name": "owner", "role": "scorer"}, "owner is already on the staff"),
        ({"name": "new", "role": "king"}, "not one of the available choices"),
    ],
)
def test_invalid_member_is_refused(
    club: Club, owner: Client, fields: dict[str, str], message: str
) -> None:
    audit_count = AuditEntry.objects.count()
    response = owner.post(members_url(club), fields)
    assert response.status_code == 422
    assert message in response.content.decode()
    assert (AuditEntry.objects.count(), club.memberships.count()) == (audit_count, 2)


def test_owner_changes_a_role_and_removes_a_member(club: Club, owner: Client) -> None:
    member = membership_of(club, "director-club-manilla")
    response = owner.post(
        reverse("member_role", args=[club.pk, member.pk]), {"role": "scorer"}, follow=True
    )
    assert "The role of director-club-manilla is changed." in response.content.decode()
    member.refresh_from_db()
    assert member.role == Role.SCORER
    removal = owner.post(reverse("member_remove", args=[club.pk, member.pk]), follow=True)
    assert "director-club-manilla is no longer on the staff." in removal.content.decode()
    audit = owner.get(reverse("audit", args=[club.pk])).content.decode()
    assert "Gave somebody on the staff a role" in audit
    assert "Role: scorer" in audit
    assert not club.memberships.filter(pk=member.pk).exists()
    assert get_user_model().objects.filter(username="director-club-manilla").exists()
    assert AuditEntry.objects.filter(club=club, verb=AuditAction.REMOVE_MEMBER).count() == 1


def test_unknown_role_is_refused(club: Club, owner: Client) -> None:
    member = membership_of(club, "director-club-manilla")
    assert (
        owner.post(reverse("member_role", args=[club.pk, member.pk]), {"role": "king"}).status_code
        == 422
    )
    member.refresh_from_db()
    assert member.role == Role.DIRECTOR


@pytest.mark.parametrize(
    ("act", "fields"), [("member_role", {"role": "scorer"}), ("member_remove", {})]
)
def test_last_owner_cannot_be_removed_or_demoted(
    club: Club, owner: Client, act: str, fields: dict[str, str]
) -> None:
    url = reverse(act, args=[club.pk, membership_of(club, "owner").pk])
    assert "A club needs an owner" in owner.post(url, fields, follow=True).content.decode()
    assert membership_of(club, "owner").role == Role.OWNER
    director = membership_of(club, "director-club-manilla")
    owner.post(reverse("member_role", args=[club.pk, director.pk]), {"role": "owner"})
    assert owner.post(url, fields).headers["Location"] == reverse("desk")
    assert owner.get(members_url(club)).status_code == 404


def test_member_of_another_club_is_not_found(club: Club, owner: Client) -> None:
    other_club, _actor = evening.club_with_director("Another club")
    member = other_club.memberships.get()
    assert owner.get(members_url(other_club)).status_code == 404
    assert owner.post(reverse("member_remove", args=[club.pk, member.pk])).status_code == 404
    assert owner.post(reverse("member_role", args=[other_club.pk, member.pk])).status_code == 404


def test_member_with_a_venue_role_is_listed_with_their_venues(club: Club, owner: Client) -> None:
    user = get_user_model().objects.create_user("marta", password="paraula-de-pas")
    member = add_member(club, user.pk, Role.VENUE_DIRECTOR, SYSTEM)
    url = reverse("members", args=[club.pk])
    assert owner.get(url).content.decode().count("At no venue yet:") == 1
    client = Client()
    client.force_login(user)
    assert "You direct no club yet" in client.get(reverse("desk")).content.decode()
    vic = add_venue(club, "Vic", SYSTEM)
    change_venue(vic, "Vic", [member.pk], SYSTEM)
    page = owner.get(url).content.decode()
    assert "At no venue yet:" not in page
    assert f'href="{reverse("venue", args=[club.pk, vic.pk])}">Vic</a>' in page
    assert "You look after Vic" in client.get(reverse("desk")).content.decode()
