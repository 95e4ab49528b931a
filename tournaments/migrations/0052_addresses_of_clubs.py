"""No club has an address that is the site's: one that was there before the word was taken gets a free one."""

from itertools import count
from typing import Any

from django.db import migrations

WORDS = ("api", "desk", "games", "guide", "health", "language", "sign-in", "sign-out", "static", "t", "team")


def given_free_addresses(apps: Any, _schema_editor: Any) -> None:
    """`games` becomes `games-2`, or the next that no club has."""
    clubs = apps.get_model("tournaments", "Club").objects
    for club in clubs.filter(slug__in=WORDS).order_by("pk"):
        numbered = (f"{club.slug}-{number}" for number in count(2))
        free = next(slug for slug in numbered if not clubs.filter(slug=slug).exists())
        clubs.filter(pk=club.pk).update(slug=free)


class Migration(migrations.Migration):
    dependencies = [("tournaments", "0051_made_again")]
    operations = [migrations.RunPython(given_free_addresses, migrations.RunPython.noop, elidable=True)]
