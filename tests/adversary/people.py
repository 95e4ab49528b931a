"""The roles of the adversary: what each knows at the start, and their devices."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.test import Client

from tests.adversary.evening import VENUE, Evening, Plan
from tests.adversary.truth import Person
from tests.scenes.evening import club_with_director
from tournaments.actions.clubs.club import add_member
from tournaments.actions.corrections.correcting import CorrectionRequest
from tournaments.actions.corrections.substitutes import SubstituteRequest, add_substitute
from tournaments.actions.people.players import link_member
from tournaments.api.tokens import api_token_of
from tournaments.models import Contestant, Membership, Player, Section
from tournaments.permissions.actor import SYSTEM

SUBSTITUTE = "Carla Mas"


@dataclass
class Device:
    """A browser or a program of the adversary."""

    name: str
    client: Client = field(default_factory=Client)
    headers: Mapping[str, str] = field(default_factory=dict)
    is_program: bool = False
    is_account: bool = False


@dataclass
class Adversary:
    """A person with their devices, and whether they know the code of their own table."""

    person: Person
    devices: list[Device]
    has_code: bool = True


Maker = Callable[[Evening], Adversary]


def player(evening: Evening) -> Adversary:
    """A player with the phone on which they enter their results, and another device."""
    contestant = _contestant(evening)
    devices = [Device("own phone", evening.phones[contestant.pk].client), Device("new device")]
    return Adversary(Person("player", frozenset({contestant.pk})), devices)


def player_with_new_phone(evening: Evening) -> Adversary:
    """A player without cookies, at whose table another player enters the results."""
    contestant = _contestant(evening)
    return Adversary(
        Person("player with a new phone", frozenset({contestant.pk})), [Device("new device")]
    )


def program_with_code(evening: Evening) -> Adversary:
    """A player's program that sends the code of their table."""
    contestant = _contestant(evening)
    return Adversary(
        Person("program with a code", frozenset({contestant.pk})),
        [Device("program", is_program=True)],
    )


def playing_member(role: Membership.Role) -> Maker:
    """A member with a role who plays, signed in on one browser and not on another."""

    def make(evening: Evening) -> Adversary:
        contestant, user = _contestant(evening), _member(evening, role)
        link_member(_first_player(contestant), user.pk, evening.director)
        person = Person(
            f"{role} who plays", frozenset({contestant.pk}), _players(user), user, str(role)
        )
        return Adversary(person, [_signed_in(user), Device("new device")])

    return make


def program_of_member(evening: Evening) -> Adversary:
    """A program with the token of a director who plays."""
    adversary = playing_member(Membership.Role.DIRECTOR)(evening)
    user = adversary.person.user
    assert user
    headers = {"Authorization": f"Token {api_token_of(user)}"}
    adversary.devices = [Device("program", headers=headers, is_program=True, is_account=True)]
    return adversary


def substitute(evening: Evening) -> Adversary:
    """A director who plays as a substitute from the first round on, identified by name only."""
    contestant, user = _contestant(evening), _member(evening, Membership.Role.DIRECTOR)
    player_row = Player.objects.create(club=evening.event.club, name=SUBSTITUTE)
    link_member(player_row, user.pk, evening.director)
    person = Person("substitute", frozenset(), frozenset({player_row.pk}), user, "director")

    def sit_down() -> None:
        wanted = SubstituteRequest(contestant.pk, _first_player(contestant).pk, SUBSTITUTE, 1)
        add_substitute(
            evening.session.pk, wanted, CorrectionRequest(evening.director, evening.key(), "ill")
        )

    evening.once_begun = sit_down
    return Adversary(person, [_signed_in(user), Device("new device")])


def scorer(evening: Evening) -> Adversary:
    """A scorer who does not play."""
    user = _member(evening, Membership.Role.SCORER)
    return Adversary(
        Person("scorer", user=user, staff="scorer"), [_signed_in(user)], has_code=False
    )


def director_of_another_club(evening: Evening) -> Adversary:
    """A director of another club, who plays here."""
    contestant = _contestant(evening)
    club, actor = club_with_director("Another club")
    user = get_user_model().objects.get(pk=actor.user_id)
    link_member(Player.objects.create(club=club, name="Anna"), user.pk, actor)
    person = Person("director of another club", frozenset({contestant.pk}), user=user)
    return Adversary(person, [_signed_in(user), Device("new device")])


def director_of_another_section(evening: Evening) -> Adversary:
    """The director of the section at the venue, who plays in the other one."""
    contestant, user = (
        _contestant(evening),
        get_user_model().objects.get(username="biblioteca-de-vic"),
    )
    link_member(_first_player(contestant), user.pk, evening.director)
    section = Section.objects.get(session=evening.session, venue__name=VENUE)
    person = Person(
        "director of another section",
        frozenset({contestant.pk}),
        _players(user),
        user,
        "director",
        section.pk,
    )
    return Adversary(person, [_signed_in(user), Device("new device")])


def stranger(evening: Evening) -> Adversary:
    """A person without a code or an account."""
    return Adversary(Person("stranger"), [Device("new device")], has_code=False)


ROLES: Mapping[str, Maker] = {
    "player": player,
    "player with a new phone": player_with_new_phone,
    "program with a code": program_with_code,
    "program of a member": program_of_member,
    "scorer who plays": playing_member(Membership.Role.SCORER),
    "director who plays": playing_member(Membership.Role.DIRECTOR),
    "owner who plays": playing_member(Membership.Role.OWNER),
    "substitute": substitute,
    "scorer": scorer,
    "director of another club": director_of_another_club,
    "director of another section": director_of_another_section,
    "stranger": stranger,
}


def suits(role: str, plan: Plan) -> bool:
    """Return whether a role exists in an event, which may need two sections or no teams."""
    if role == "director of another section":
        return plan.two_sections
    return not (role == "substitute" and plan.players_each == 4)


def _contestant(evening: Evening) -> Contestant:
    """Return the adversary's contestant, whose table is the last to play each board."""
    contestant = evening.event.contestants.select_related("event__club").get(
        number=evening.own_number
    )
    evening.watched = contestant.pk
    return contestant


def _first_player(contestant: Contestant) -> Player:
    return contestant.partners.select_related("player__club").earliest("number").player


def _member(evening: Evening, role: Membership.Role) -> AbstractBaseUser:
    user = get_user_model().objects.create_user("adversary", password="paraula-de-pas")
    add_member(evening.event.club, user.pk, role, SYSTEM)
    return user


def _players(user: AbstractBaseUser) -> frozenset[int]:
    return frozenset(Player.objects.filter(user=user.pk).values_list("pk", flat=True))


def _signed_in(user: AbstractBaseUser) -> Device:
    device = Device("account", is_account=True)
    device.client.force_login(user)
    return device
