"""Codes by which a person says himself, to another club, that he is its player too."""

from datetime import timedelta

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from games.problems import Problem, Refused, refuse
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.actions.clubs.persons import join_players
from tournaments.models import PersonCode, Player, Verb
from tournaments.support.readable_codes import draw_secret, plain

_LASTS = timedelta(days=7)
_GROUPS = 4
_SALT = "manilla.person-code"
_UNKNOWN = _("This code opens nothing: it may be mistyped, used already, or older than a week.")
_OWN = _(
    "This is the code of %(player)s of your own club: if it is the same person, make the two one."
)


def make_person_code(player: Player, actor: Actor) -> str:
    """Another code for a player; one made before ends. To be shown once: it is stored as a keyed
    digest."""
    code = draw_secret(_GROUPS)
    with transaction.atomic():
        stored = {"digest": _digest(code), "made_at": timezone.now()}
        PersonCode.objects.update_or_create(player_id=player.pk, defaults=stored)
        record(actor, Verb.MAKE_PERSON_CODE, player.club, player=player.pk)
    return code


def join_by_code(player: Player, typed: str, actor: Actor) -> None:
    """A player is the person whose code was typed, who gave it to the club himself; the code ends
    with it.

    Raises `Refused`: `unknown_person_code` for every code that opens nothing, whatever the reason,
    and for a code that is good what `join_players` says.
    """
    with transaction.atomic():
        good = PersonCode.objects.filter(digest=_digest(typed), made_at__gt=timezone.now() - _LASTS)
        code = good.select_for_update().first()
        if code is None:
            raise Refused([Problem("unknown_person_code", _UNKNOWN, field="code")])
        if code.player.club_id == player.club_id:
            refuse([Problem("own_code", _OWN, {"player": code.player.name}, "code")])
        join_players([code.player_id, player.pk], actor, player.club)
        code.delete()


def _digest(code: str) -> str:
    """What is stored of a code: it has nearly eighty random bits, so nobody finds it by trying."""
    key = settings.CODE_KEYS[0]
    return salted_hmac(_SALT, plain(code), secret=key, algorithm="sha256").hexdigest()
