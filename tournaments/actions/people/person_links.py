"""Persons known in several clubs: players joined and parted, and the codes by which they say who
they are."""

import re
import unicodedata
from collections.abc import Collection, Iterator

from django.conf import settings
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.problems import Problem, ValidationFailed, raise_if_any
from games.text import gettext_noop as _
from games.typed_text import DASHES, clean_text
from tournaments.actions.audit import record_audit
from tournaments.actions.limits import PERSON_CODE_LIFETIME
from tournaments.actions.people.players import check_has_no_boards_to_play
from tournaments.models import AuditAction, Club, Person, PersonCode, Player, PlayerMerge
from tournaments.permissions.actor import SYSTEM, Actor
from tournaments.support.readable_secrets import generate_secret, normalize_secret

_LICENCE_PATTERN = re.compile(r"[A-Z0-9./-]{1,20}")
_BLANK_BESIDE_DIGIT = re.compile(r"(?<=\d) (?=[A-Z\d])|(?<=[A-Z]) (?=\d)")
_DASHES = str.maketrans(dict.fromkeys(DASHES, "-"))
_NOT_A_LICENCE = _(
    "A licence number has at most twenty letters, digits, hyphens, dots and slashes."
)
_LICENCE_TAKEN = _("%(player)s already has this number: if it is the same person, merge the two.")
_LINKED_BY_LIST = _(
    "The federation’s list links this number with another club: remove that link first."
)
_TWICE_IN_A_CLUB = _(
    "Another club has this person as two players: they must be merged there first."
)
_TWO_LICENCES = _("The federation’s list has them under two numbers: they are two people.")


def normalize_licence(typed: str) -> str | None:
    """A licence number as it is stored, `113957 Z` as 113957Z; None for what cannot be one."""
    text = unicodedata.normalize("NFKC", clean_text(typed)).translate(_DASHES).upper()
    licence = _BLANK_BESIDE_DIGIT.sub("", text)
    return licence if _LICENCE_PATTERN.fullmatch(licence) else None


def set_licence(player: Player, typed: str, actor: Actor) -> None:
    """Write a player's licence number down, or that he has none. No other club's player is joined
    by that.

    Raises `ValidationFailed` for what is no such number, for another player's of the club, and
    where the list of the federation has made him one with somebody by the number he has.
    """
    licence = normalize_licence(typed) if typed.strip() else ""
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if licence == player.licence:
            return
        raise_if_any(_licence_problems(player, licence))
        Player.objects.filter(pk=player.pk).update(licence=licence)
        record_audit(actor, AuditAction.WRITE_LICENCE, player.club, player=player.pk)


def _licence_problems(player: Player, licence: str | None) -> Iterator[Problem]:
    if licence is None:
        yield Problem("licence_wrong", _NOT_A_LICENCE, field="licence")
    elif other := player.club.players.filter(licence=licence or None).exclude(pk=player.pk).first():
        yield Problem("licence_taken", _LICENCE_TAKEN, {"player": other.name}, "licence")
    if player.licence and player.person and player.person.licence == player.licence:
        yield Problem("licence_listed", _LINKED_BY_LIST, field="licence")


def link_players(
    players: Collection[int], actor: Actor, club: Club | None, licence: str = ""
) -> bool:
    """Some clubs' players are one person from now on, with everybody who was one with them before.

    `club` is whose member acts: what it means for others stands in their audits without his name.
    `licence` is the number under which the federation's list has them. Whether anything has changed
    is answered. Raises `ValidationFailed` where a club would have the person twice, and where the
    list has them under two numbers.
    """
    people, all_players = _lock_people(players)
    raise_if_any(_link_problems(people, all_players, licence))
    person = people[0] if people else Person.objects.create()
    changed = [player for player in all_players if player.person_id != person.pk]
    merged_ids = [person.pk for person in people[1:]]
    Player.objects.filter(pk__in=[player.pk for player in changed]).update(person=person)
    PlayerMerge.objects.filter(person__in=merged_ids).update(person=person)
    Person.objects.filter(pk__in=merged_ids).delete()
    known_licence = licence or next((person.licence for person in people if person.licence), "")
    Person.objects.filter(pk=person.pk).update(licence=known_licence)
    _record_for_each_club(actor, club, AuditAction.JOIN_PERSON, changed)
    return bool(changed)


def _lock_people(players: Collection[int]) -> tuple[list[Person], list[Player]]:
    """The people who some players are, the oldest first, and all their players: people before
    players."""
    person_ids = Player.objects.filter(pk__in=players).exclude(person=None).values("person")
    people = list(Person.objects.select_for_update().filter(pk__in=person_ids).order_by("pk"))
    is_concerned = Q(pk__in=players) | Q(person__in=people)
    return people, list(Player.objects.select_for_update().filter(is_concerned).order_by("pk"))


def _link_problems(
    people: Collection[Person], players: Collection[Player], licence: str
) -> Iterator[Problem]:
    if len({player.club_id for player in players}) < len(players):
        yield Problem("twice_in_a_club", _TWICE_IN_A_CLUB)
    if len({licence, *(person.licence for person in people)} - {""}) > 1:
        yield Problem("two_numbers", _TWO_LICENCES)


def unlink_person(player: Player, actor: Actor) -> None:
    """A club's player is not the same person as those of other clubs; whoever is left alone is
    nobody's.

    The number by which the list had joined him goes, or the next list would join him again. Raises
    `ValidationFailed` while something is kept from a member because he is this person: he would be
    shown it.
    """
    with transaction.atomic():
        people, players = _lock_people([player.pk])
        unlinked = next((other for other in players if other.pk == player.pk), None)
        if unlinked is None or not people:
            return
        check_has_no_boards_to_play(unlinked)
        if unlinked.licence == people[0].licence:
            Player.objects.filter(pk=unlinked.pk).update(licence="")
        remaining = [other for other in players if other.pk != unlinked.pk]
        last_one = remaining if len(remaining) == 1 else []
        changed = [unlinked, *last_one]
        Player.objects.filter(pk__in=[other.pk for other in changed]).update(person=None)
        if last_one:
            people[0].delete()
        _record_for_each_club(actor, unlinked.club, AuditAction.LEAVE_PERSON, changed)


def _record_for_each_club(
    actor: Actor, club: Club | None, action: AuditAction, players: Collection[Player]
) -> None:
    """A line in the audit of each club about its own player, and nobody's name in another
    club's."""
    for player in players:
        line_actor = actor if player.club == club else SYSTEM
        record_audit(line_actor, action, player.club, player=player.pk)


_CODE_GROUPS = 4
_SALT = "manilla.person-code"
_UNKNOWN_CODE = _(
    "This code does not work: it may be mistyped, already used, or older than a week."
)
_CODE_OF_OWN_CLUB = _(
    "This is the code of %(player)s of your own club: if it is the same person, merge the two."
)


def create_person_code(player: Player, actor: Actor) -> str:
    """Another code for a player; one made before ends. To be shown once: it is stored as a keyed
    digest."""
    code = generate_secret(_CODE_GROUPS)
    with transaction.atomic():
        defaults = {"digest": _digest(code), "created_at": timezone.now()}
        PersonCode.objects.update_or_create(player_id=player.pk, defaults=defaults)
        record_audit(actor, AuditAction.MAKE_PERSON_CODE, player.club, player=player.pk)
    return code


def link_by_code(player: Player, typed: str, actor: Actor) -> None:
    """A player is the person whose code was typed, who gave it to the club himself; the code ends
    with it.

    Raises `ValidationFailed`: `unknown_person_code` for every code that opens nothing, whatever the
    reason, and for a code that is good what `join_players` says.
    """
    with transaction.atomic():
        valid_codes = PersonCode.objects.filter(
            digest=_digest(typed), created_at__gt=timezone.now() - PERSON_CODE_LIFETIME
        )
        code = valid_codes.select_for_update().first()
        if code is None:
            raise ValidationFailed([Problem("unknown_person_code", _UNKNOWN_CODE, field="code")])
        if code.player.club_id == player.club_id:
            raise_if_any(
                [Problem("own_code", _CODE_OF_OWN_CLUB, {"player": code.player.name}, "code")]
            )
        link_players([code.player_id, player.pk], actor, player.club)
        code.delete()


def _digest(code: str) -> str:
    """What is stored of a code: it has nearly eighty random bits, so nobody finds it by trying."""
    key = settings.CODE_KEYS[0]
    return salted_hmac(_SALT, normalize_secret(code), secret=key, algorithm="sha256").hexdigest()
