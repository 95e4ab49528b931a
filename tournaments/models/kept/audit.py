"""The audit, for reading alone: code never asks it what is the case."""

from collections.abc import Mapping
from typing import Any, NoReturn

from django.db import models

from tournaments.models.kept.acted_by import ActedBy
from tournaments.models.people.club import Club
from tournaments.models.plan.event import Event
from tournaments.models.plan.table import Table

STAYS = "a line of the audit stays as it was written"
"""What whoever tries to change or remove one is told."""


class AuditQuerySet(models.QuerySet["AuditEntry"]):
    """Lines are added and stay as they are, but for the two acts that are named here."""

    def update(self, **columns: Any) -> NoReturn:
        """Raises `TypeError`: what was written down stays."""
        raise TypeError(STAYS)

    def delete(self) -> NoReturn:
        """Raises `TypeError`: what was written down stays."""
        raise TypeError(STAYS)

    def blank(self, data: Mapping[str, Any]) -> None:
        """Store the data of a line whose free words were taken out, by an act that the audit has
        too."""
        super().update(data=data)

    def clear(self) -> None:
        """Take lines away together with the events of a demo, which they would keep."""
        super().delete()


class AuditEntry(ActedBy):
    """One act, written in the transaction that did it. It never holds a card, a seed or a person's
    name.

    What happens to an account is a line in every club of which the user is a member then, so that
    an owner reads it beside everything else of his club, and nothing of others: the audit is a
    club's own.

    An event may be deleted, and its lines stay as they are: they go on naming rows that are no
    more.
    """

    club = models.ForeignKey(Club, on_delete=models.PROTECT, related_name="+")
    event = models.ForeignKey(
        Event, on_delete=models.DO_NOTHING, db_constraint=False, null=True, related_name="+"
    )
    table = models.ForeignKey(
        Table, on_delete=models.DO_NOTHING, db_constraint=False, null=True, related_name="+"
    )
    # A `Verb`; no choices, so that verbs come without a migration.
    verb = models.CharField(max_length=40)
    data = models.JSONField(default=dict)

    objects = AuditQuerySet.as_manager()

    class Meta:
        indexes = [models.Index(fields=["club", "id"], name="audit_of_a_club")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.verb}"

    def save(self, *args: Any, **options: Any) -> None:
        """Store a new line; raises `TypeError` for one that is there already."""
        if not self._state.adding:
            raise TypeError(STAYS)
        super().save(*args, **options)

    def delete(self, *args: Any, **options: Any) -> NoReturn:
        """Raises `TypeError`: what was written down stays."""
        raise TypeError(STAYS)
