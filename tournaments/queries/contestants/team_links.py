"""The link of a team, by which it declares its line-ups: derived from the secret, and never
stored."""

from django.conf import settings
from django.core.signing import BadSignature, Signer

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.models import Contestant

_UNKNOWN_LINK = Problem(
    "unknown_link", _("This link belongs to no team: ask the director for yours."), field="team"
)


def team_token(team: Contestant) -> str:
    """What the link of a team carries: its row, and 256 bits of a signature that nobody guesses."""
    return _signer(team).sign(str(team.pk))


def get_team_by_token(token: str) -> Contestant:
    """The team of a link, with its event. Raises `ValidationFailed` for a link that is no
    team's."""
    pk = token.partition(_SEPARATOR)[0]
    teams = Contestant.objects.filter(event__archived_at=None).select_related("event__club")
    team = (
        teams.filter(pk=int(pk)).first() if pk.isdecimal() and len(pk) <= _MAX_PK_DIGITS else None
    )
    if team is None or not team.event.at_two_tables:
        raise ValidationFailed([_UNKNOWN_LINK])
    try:
        _signer(team).unsign(token)
    except BadSignature:
        raise ValidationFailed([_UNKNOWN_LINK]) from None
    return team


_SEPARATOR = "."
_MAX_PK_DIGITS = 18
"""Digits of a row that a database can be asked for."""


def _signer(team: Contestant) -> Signer:
    """Its key is that of table codes: links of a secret that was replaced are good as long as
    those are."""
    keys: list[str | bytes] = [*settings.CODE_KEYS]
    salt = f"team of event {team.event_id}, link {team.link_counter}"
    return Signer(key=keys[0], fallback_keys=keys[1:], sep=_SEPARATOR, salt=salt)
