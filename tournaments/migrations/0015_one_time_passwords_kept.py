"""One-time passwords followed from the secret and lay in no table; those that one club alone has read are kept.

They end three days after the update. One that a second club may have read is void: the first makes another.
"""

import hashlib
import hmac
from typing import Any

from django.conf import settings
from django.contrib.auth.hashers import is_password_usable, make_password
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps
from django.utils import timezone

LETTERS = '23456789abcdefghjkmnpqrstuvwxyz'
LENGTH = 12


def keep(apps: StateApps, _editor: BaseDatabaseSchemaEditor) -> None:
    one_time_password: Any = apps.get_model('tournaments', 'OneTimePassword')
    for user in apps.get_model('auth', 'User').objects.order_by('pk'):
        clubs = list(user.memberships.values_list('club', flat=True))
        if len(clubs) == 1 and not is_password_usable(user.password):
            hashed = make_password(derived(user))
            one_time_password.objects.create(
                user=user, club_id=clubs[0], hashed=hashed, made_at=timezone.now()
            )


def derived(user: Any) -> str:
    """The one-time password of a user as version 0.6.0 worked it out."""
    text = f'one-time:{user.pk}:{user.password}'
    digest = hmac.new(settings.CODE_KEYS[0].encode(), text.encode(), hashlib.sha256).digest()
    return ''.join(LETTERS[byte % len(LETTERS)] for byte in digest[:LENGTH])


class Migration(migrations.Migration):
    dependencies = [
        ('tournaments', '0014_invitations'),
    ]

    operations = [
        migrations.RunPython(keep, migrations.RunPython.noop),
    ]
