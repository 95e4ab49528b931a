"""The secret link by which a team declares line-ups, derived from a key and never stored."""

from django.conf import settings
from django.core.signing import BadSignature, Signer

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.models import Contestant

_UNKNOWN_LINK = Problem(
    "unknown_link", _("This link belongs to no team: ask the director for yours."), field="team"
)


def team_token(team: Contestant) -> str:
    """Return the token of a team's link: its primary key, signed with 256 bits."""
    return _signer(team).sign(str(team.pk))


def get_team_by_token(token: str) -> Contestant:
    """Return the team of a token, with its event.

    Raises `ValidationFailed` if the token is invalid.
    """
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
# The maximum number of digits of a primary key that databases accept in a query.
_MAX_PK_DIGITS = 18


def _signer(team: Contestant) -> Signer:
    """Return the signer of a team's links.

    It uses the keys of table codes, so that both are replaced together.
    """
    keys: list[str | bytes] = [*settings.CODE_KEYS]
    salt = f"team of event {team.event_id}, link {team.link_counter}"
    return Signer(key=keys[0], fallback_keys=keys[1:], sep=_SEPARATOR, salt=salt)
