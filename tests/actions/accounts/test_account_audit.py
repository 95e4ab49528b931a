"""Account actions are audited in every club of the member, without entered values."""

import json

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from tests.scenes import evening
from tournaments.actions.clubs.club import add_member, create_club
from tournaments.actions.clubs.members import invite_member
from tournaments.models import AuditAction, AuditEntry, Club, Membership
from tournaments.permissions.actor import SYSTEM

pytestmark = pytest.mark.django_db
NAME, PASSWORD, NEW_PASSWORD = "director-club-manilla", "paraula-de-pas", "una-paraula-nova"


@pytest.fixture
def club() -> Club:
    return evening.club_with_director()[0]


def sign_in(client: Client, password: str, name: str = NAME) -> None:
    client.post("/sign-in/", {"username": name, "password": password})


def account_entries_of(club: Club) -> list[tuple[str, int | None, int]]:
    """Return action, actor and user of each audit entry about accounts."""
    entries = AuditEntry.objects.filter(club=club, event=None, data__has_key="user").order_by("pk")
    account_entries = entries.exclude(verb__in=[AuditAction.ADD_MEMBER, AuditAction.REMOVE_MEMBER])
    return [(entry.verb, entry.user_id, entry.data["user"]) for entry in account_entries]


@pytest.mark.thorough
def test_audit_records_what_a_member_does_with_the_account(club: Club, client: Client) -> None:
    user_id = get_user_model().objects.get(username=NAME).pk
    sign_in(client, "a wrong one")
    sign_in(client, PASSWORD)
    form_data = {
        "old_password": PASSWORD,
        "new_password1": NEW_PASSWORD,
        "new_password2": NEW_PASSWORD,
    }
    client.post("/desk/password/", form_data)
    client.post("/sign-out/")
    client.post("/sign-out/")
    assert account_entries_of(club) == [
        (AuditAction.REFUSED_SIGN_IN, None, user_id),
        (AuditAction.SIGNED_IN, user_id, user_id),
        (AuditAction.CHOOSE_PASSWORD, user_id, user_id),
        (AuditAction.SIGNED_OUT, user_id, user_id),
    ]


@pytest.mark.long
def test_audit_contains_nothing_that_was_typed(club: Club, client: Client) -> None:
    sign_in(client, "my-dogs-name", name=f"{NAME}")
    sign_in(client, PASSWORD, name="my password by mistake")
    sign_in(client, PASSWORD)
    stored_text = json.dumps(list(AuditEntry.objects.values("verb", "data", "device", "side")))
    assert not [
        typed for typed in ("my-dogs", "by mistake", PASSWORD, NAME) if typed in stored_text
    ]
    assert len(account_entries_of(club)) == 2


def test_sign_in_is_recorded_in_every_club_of_the_member_and_in_no_other(
    club: Club, client: Client
) -> None:
    user = get_user_model().objects.get(username=NAME).pk
    second_club, other_club = create_club("Second", SYSTEM), create_club("Other", SYSTEM)
    add_member(second_club, user, Membership.Role.SCORER, SYSTEM)
    sign_in(client, PASSWORD)
    assert (
        account_entries_of(club)
        == account_entries_of(second_club)
        == [(AuditAction.SIGNED_IN, user, user)]
    )
    assert account_entries_of(other_club) == []


def test_one_time_password_is_recorded_once_with_its_creator(club: Club) -> None:
    director = evening.Actor.of_user(get_user_model().objects.get(username=NAME).pk)
    invite_member(club, "new", Membership.Role.SCORER, director)
    invite_member(create_club("Second", SYSTEM), "new", Membership.Role.SCORER, director)
    user = get_user_model().objects.get(username="new")
    assert account_entries_of(club) == [
        (AuditAction.CREATE_ONE_TIME_PASSWORD, director.user_id, user.pk)
    ]


def test_throttled_sign_ins_are_not_recorded(club: Club, client: Client) -> None:
    for _attempt in range(20):
        sign_in(client, "wrong")
    assert len(account_entries_of(club)) == 8
