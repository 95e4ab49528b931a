"""Link players of different clubs who are the same person, by codes or licence numbers."""

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
_SPACE_BESIDE_DIGIT = re.compile(r"(?<=\d) (?=[A-Z\d])|(?<=[A-Z]) (?=\d)")
_DASHES = str.maketrans(dict.fromkeys(DASHES, "-"))
_NOT_A_LICENCE = _(
    "A licence number has at most twenty letters, digits, hyphens, dots and slashes."
)
_LICENCE_TAKEN = _("%(player)s already has this number: if it is the same person, merge the two.")
_LINKED_BY_LIST = _(
    "The federation’s list links this number with another club: remove that link first."
)
_TWO_PLAYERS_IN_CLUB = _(
    "Another club has this person as two players: they must be merged there first."
)
_TWO_LICENCES = _("The federation’s list has them under two numbers: they are two people.")


def normalize_licence(typed_licence: str) -> str | None:
    """Return a licence number as it is stored (`113957 Z` as `113957Z`), or None if invalid."""
    text = unicodedata.normalize("NFKC", clean_text(typed_licence)).translate(_DASHES).upper()
    licence = _SPACE_BESIDE_DIGIT.sub("", text)
    return licence if _LICENCE_PATTERN.fullmatch(licence) else None


def set_licence(player: Player, typed_licence: str, actor: Actor) -> None:
    """Set or clear a player's licence number; this does not link the player with others yet.

    Raises `ValidationFailed` for an invalid number, for one that another player of the club has,
    and if the federation's list has linked the player by the present number.
    """
    licence = normalize_licence(typed_licence) if typed_licence.strip() else ""
    with transaction.atomic():
        player = Player.objects.select_for_update().get(pk=player.pk)
        if licence == player.licence:
            return
        raise_if_any(_licence_problems(player, licence))
        Player.objects.filter(pk=player.pk).update(licence=licence)
        record_audit(actor, AuditAction.SET_LICENCE, player.club, player=player.pk)


def _licence_problems(player: Player, licence: str | None) -> Iterator[Problem]:
    if licence is None:
        yield Problem("licence_wrong", _NOT_A_LICENCE, field="licence")
    elif other := player.club.players.filter(licence=licence or None).exclude(pk=player.pk).first():
        yield Problem("licence_taken", _LICENCE_TAKEN, {"player": other.name}, "licence")
    if player.licence and player.person and player.person.licence == player.licence:
        yield Problem("licence_listed", _LINKED_BY_LIST, field="licence")


def link_players(
    player_ids: Collection[int], actor: Actor, club: Club | None, licence: str = ""
) -> bool:
    """Make players of different clubs one person, with all players linked to them before.

    `club` is the club of the acting member; the audits of other clubs do not name the actor.
    `licence` is the number that the federation's list has for the players, empty without a list.
    Returns whether anything changed. Raises `ValidationFailed` if the person would have two players
    in one club, or if the list has the players under two numbers.
    """
    persons, all_players = _lock_people(player_ids)
    raise_if_any(_link_problems(persons, all_players, licence))
    person = persons[0] if persons else Person.objects.create()
    changed_players = [player for player in all_players if player.person_id != person.pk]
    merged_person_ids = [person.pk for person in persons[1:]]
    Player.objects.filter(pk__in=[player.pk for player in changed_players]).update(person=person)
    PlayerMerge.objects.filter(person__in=merged_person_ids).update(person=person)
    Person.objects.filter(pk__in=merged_person_ids).delete()
    known_licence = licence or next((person.licence for person in persons if person.licence), "")
    Person.objects.filter(pk=person.pk).update(licence=known_licence)
    _record_in_each_club(actor, club, AuditAction.LINK_PERSON, changed_players)
    return bool(changed_players)


def _lock_people(player_ids: Collection[int]) -> tuple[list[Person], list[Player]]:
    """Lock and return the persons of some players, and all players of these persons."""
    person_ids = Player.objects.filter(pk__in=player_ids).exclude(person=None).values("person")
    persons = list(Person.objects.select_for_update().filter(pk__in=person_ids).order_by("pk"))
    is_affected = Q(pk__in=player_ids) | Q(person__in=persons)
    return persons, list(Player.objects.select_for_update().filter(is_affected).order_by("pk"))


def _link_problems(
    persons: Collection[Person], players: Collection[Player], licence: str
) -> Iterator[Problem]:
    if len({player.club_id for player in players}) < len(players):
        yield Problem("twice_in_a_club", _TWO_PLAYERS_IN_CLUB)
    if len({licence, *(person.licence for person in persons)} - {""}) > 1:
        yield Problem("two_numbers", _TWO_LICENCES)


def unlink_person(player: Player, actor: Actor) -> None:
    """Remove a player's link to their person; a person with only one player left is deleted.

    If a list linked the player by their licence number, the number is cleared, because the next
    list would link them again. Raises `ValidationFailed` while boards are hidden from a member
    because of the link.
    """
    with transaction.atomic():
        persons, players = _lock_people([player.pk])
        unlinked_player = next((other for other in players if other.pk == player.pk), None)
        if unlinked_player is None or not persons:
            return
        check_has_no_boards_to_play(unlinked_player)
        if unlinked_player.licence == persons[0].licence:
            Player.objects.filter(pk=unlinked_player.pk).update(licence="")
        remaining_players = [other for other in players if other.pk != unlinked_player.pk]
        last_player = remaining_players if len(remaining_players) == 1 else []
        changed_players = [unlinked_player, *last_player]
        Player.objects.filter(pk__in=[other.pk for other in changed_players]).update(person=None)
        if last_player:
            persons[0].delete()
        _record_in_each_club(
            actor, unlinked_player.club, AuditAction.UNLINK_PERSON, changed_players
        )


def _record_in_each_club(
    actor: Actor, club: Club | None, action: AuditAction, players: Collection[Player]
) -> None:
    """Write an audit entry in each player's club; only in `club` does it name the actor."""
    for player in players:
        recorded_actor = actor if player.club == club else SYSTEM
        record_audit(recorded_actor, action, player.club, player=player.pk)


_CODE_GROUPS = 4
_DIGEST_SALT = "manilla.person-code"
_UNKNOWN_CODE = _(
    "This code does not work: it may be mistyped, already used, or older than a week."
)
_CODE_OF_OWN_CLUB = _(
    "This is the code of %(player)s of your own club: if it is the same person, merge the two."
)


def create_person_code(player: Player, actor: Actor) -> str:
    """Create a code for a player, replacing an earlier one, and return it.

    The caller must show the code now, because only a keyed digest of it is stored.
    """
    code = generate_secret(_CODE_GROUPS)
    with transaction.atomic():
        defaults = {"digest": _digest(code), "created_at": timezone.now()}
        PersonCode.objects.update_or_create(player_id=player.pk, defaults=defaults)
        record_audit(actor, AuditAction.CREATE_PERSON_CODE, player.club, player=player.pk)
    return code


def link_by_code(player: Player, typed_code: str, actor: Actor) -> None:
    """Link a player to the person whose code was typed; each code works only once.

    Raises `ValidationFailed` as `link_players` does, and with `unknown_person_code` for every code
    that does not work, whatever the reason.
    """
    with transaction.atomic():
        valid_codes = PersonCode.objects.filter(
            digest=_digest(typed_code), created_at__gt=timezone.now() - PERSON_CODE_LIFETIME
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
    """Return the keyed digest under which a code is stored.

    Codes have nearly 80 random bits, too many to find them by trying digests.
    """
    key = settings.CODE_KEYS[0]
    return salted_hmac(
        _DIGEST_SALT, normalize_secret(code), secret=key, algorithm="sha256"
    ).hexdigest()
