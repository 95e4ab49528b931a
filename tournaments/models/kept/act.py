"""What a director did, as rows before and after: by it the act is undone."""

from django.db import models

from tournaments.models.kept.acted_by import ActedBy
from tournaments.models.plan.event import Event
from tournaments.models.plan.session import Session


class Act(ActedBy):
    """An act that can be undone: which rows it changed, and which decisions it made.

    Undoing is an act too, which `undoes` another; doing it again undoes that one. It stays with the
    installation where it was done, and is in no file of the event.
    """

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="acts")
    session = models.ForeignKey(
        Session,
        on_delete=models.CASCADE,
        null=True,
        related_name="acts",
        help_text="Whose rounds it changed; null where it is of the event alone.",
    )
    # A `Verb`; no choices, so that verbs come without a migration.
    kind = models.CharField(max_length=40)
    about = models.JSONField(
        default=dict, help_text="What it is about, as its line of the audit has it."
    )
    reason = models.CharField(max_length=200, blank=True)
    changes = models.JSONField(
        default=list,
        help_text=(
            "Rows by `model` and `pk`: the columns that differ `before` and `after`, null for no "
            "row."
        ),
    )
    entries = models.JSONField(default=list, help_text="The rows of the entries it appended.")
    undoes = models.OneToOneField(
        "self", on_delete=models.CASCADE, null=True, related_name="undone_by"
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.at:%Y-%m-%d %H:%M} {self.kind}"
