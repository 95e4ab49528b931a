"""The members of a club, as its owner says."""

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


def members(club: Club) -> str:
    return reverse("members", args=[club.pk])


def of(club: Club, name: str) -> Membership:
    return club.memberships.get(user__username=name)


def test_a_name_in_other_capitals_is_the_same_person(club: Club, owner: Client) -> None:
    """Signing in counts wrong passwords for a name whatever its capitals: a twin would share the
    count."""
    get_user_model().objects.create_user("Montse", password="una-de-prou-llarga")
    address = reverse("members", args=[club.pk])
    page = owner.post(address, {"name": "MONTSE", "role": "scorer"}, follow=True).content.decode()
    assert list(club.invitations.values_list("user__username", flat=True)) == ["Montse"]
    assert not get_user_model().objects.filter(username="MONTSE").exists()
    page = owner.post(address, {"name": "montse", "role": "scorer"}).content.decode()
    assert "invited already" in page


def test_a_name_in_wide_letters_is_the_one_in_narrow_ones(club: Club, owner: Client) -> None:
    for typed in ("quima1", "ｑｕｉｍａ１"):
        answer = owner.post(members(club), {"name": typed, "role": "scorer"})
    assert answer.status_code == 422
    assert "quima1 is already on the staff" in answer.content.decode()
    owner.post(members(club), {"name": "ｐｏｌ２", "role": "scorer"})
    assert of(club, "pol2").role == Role.SCORER


@pytest.mark.parametrize(
    ("said", "answered"),
    [
        ({"name": "", "role": "scorer"}, "Enter the name"),
        ({"name": "a b", "role": "scorer"}, "A name has letters"),
        ({"name": "x" * 151, "role": "scorer"}, "A name has letters"),
        ({"name": "owner", "role": "scorer"}, "owner is already on the staff"),
        ({"name": "new", "role": "king"}, "not one of the available choices"),
    ],
)
def test_what_is_wrong_is_said_and_nothing_stored(
    club: Club, owner: Client, said: dict[str, str], answered: str
) -> None:
    before = AuditEntry.objects.count()
    answer = owner.post(members(club), said)
    assert answer.status_code == 422
    assert answered in answer.content.decode()
    assert (AuditEntry.objects.count(), club.memberships.count()) == (before, 2)


def test_a_role_is_changed_and_a_member_removed(club: Club, owner: Client) -> None:
    member = of(club, "director-club-manilla")
    changed = owner.post(
        reverse("member_role", args=[club.pk, member.pk]), {"role": "scorer"}, follow=True
    )
    assert "The role of director-club-manilla is changed." in changed.content.decode()
    member.refresh_from_db()
    assert member.role == Role.SCORER
    removed = owner.post(reverse("member_remove", args=[club.pk, member.pk]), follow=True)
    assert "director-club-manilla is no longer on the staff." in removed.content.decode()
    audit = owner.get(reverse("audit", args=[club.pk])).content.decode()
    assert "Gave somebody on the staff a role" in audit
    assert "Role: scorer" in audit
    assert not club.memberships.filter(pk=member.pk).exists()
    assert get_user_model().objects.filter(username="director-club-manilla").exists()
    assert AuditEntry.objects.filter(club=club, verb=AuditAction.REMOVE_MEMBER).count() == 1


def test_an_unknown_role_changes_nothing(club: Club, owner: Client) -> None:
    member = of(club, "director-club-manilla")
    assert (
        owner.post(reverse("member_role", args=[club.pk, member.pk]), {"role": "king"}).status_code
        == 422
    )
    member.refresh_from_db()
    assert member.role == Role.DIRECTOR


@pytest.mark.parametrize(
    ("act", "said"), [("member_role", {"role": "scorer"}), ("member_remove", {})]
)
def test_the_last_owner_stays(club: Club, owner: Client, act: str, said: dict[str, str]) -> None:
    address = reverse(act, args=[club.pk, of(club, "owner").pk])
    assert "A club needs an owner" in owner.post(address, said, follow=True).content.decode()
    assert of(club, "owner").role == Role.OWNER
    director = of(club, "director-club-manilla")
    owner.post(reverse("member_role", args=[club.pk, director.pk]), {"role": "owner"})
    assert owner.post(address, said).headers["Location"] == reverse("desk")
    assert owner.get(members(club)).status_code == 404


def test_a_member_of_another_club_is_not_found(club: Club, owner: Client) -> None:
    other, _actor = evening.club_with_director("Another club")
    member = other.memberships.get()
    assert owner.get(members(other)).status_code == 404
    assert owner.post(reverse("member_remove", args=[club.pk, member.pk])).status_code == 404
    assert owner.post(reverse("member_role", args=[other.pk, member.pk])).status_code == 404


def test_who_has_a_role_at_a_venue_is_said_to_be_at_none_and_then_at_which(
    club: Club, owner: Client
) -> None:
    user = get_user_model().objects.create_user("marta", password="paraula-de-pas")
    member = add_member(club, user.pk, Role.VENUE_DIRECTOR, SYSTEM)
    page = reverse("members", args=[club.pk])
    assert owner.get(page).content.decode().count("At no venue yet:") == 1
    hers = Client()
    hers.force_login(user)
    assert "You direct no club yet" in hers.get(reverse("desk")).content.decode()
    vic = add_venue(club, "Vic", SYSTEM)
    change_venue(vic, "Vic", [member.pk], SYSTEM)
    told = owner.get(page).content.decode()
    assert "At no venue yet:" not in told
    assert f'href="{reverse("venue", args=[club.pk, vic.pk])}">Vic</a>' in told
    assert "You look after Vic" in hers.get(reverse("desk")).content.decode()
