"""End the login sessions of a user, in this browser or another."""

from games.problems import Problem, ValidationFailed
from games.text import gettext_noop as _
from tournaments.models import LoginSession
from tournaments.queries.accounts.login_sessions import active_login_sessions

_SESSION_ENDED = Problem("no_visit", _("This visit has ended already."))


def end_login_sessions(user_id: int) -> None:
    """Sign the user out in every browser by deleting their login sessions."""
    LoginSession.objects.filter(user=user_id).delete()


def end_login_session(user_id: int, name: str) -> None:
    """Sign the user out in one browser, whose login session has the public name `name`.

    Raises `ValidationFailed` if none of the user's active sessions has that name.
    """
    keys = [row.key for row in active_login_sessions(user_id) if row.public_name == name]
    ended, _rows = LoginSession.objects.filter(pk__in=keys, user=user_id).delete()
    if not ended:
        raise ValidationFailed([_SESSION_ENDED])
