"""Offline sections: exports here, imports at another installation, and uploads of results."""

from django.db import models

from tournaments.models.events import Event
from tournaments.models.history import ActorColumns
from tournaments.models.rounds import Section

MAX_HOLDER_LENGTH = 80


class ExportedSection(ActorColumns):
    """An export of a section as a file, to play it on a laptop elsewhere; the actor did it."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="copies")
    identifier = models.CharField(max_length=16, help_text="Random; uploads refer to it.")
    key = models.CharField(
        max_length=44,
        blank=True,
        help_text="Encrypts the uploads; blank if another installation has the key.",
    )
    holder = models.CharField(
        max_length=MAX_HOLDER_LENGTH, help_text="Who received it, as entered by the organiser."
    )
    opens_at = models.DateTimeField(
        null=True, help_text="When hands and seed may be shown at the other laptop; null for never."
    )
    void_at = models.DateTimeField(
        null=True, help_text="Since when uploads of it are refused; null while they are accepted."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["section", "identifier"], name="copy_once")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.section} with {self.holder}"


class ResultUpload(ActorColumns):
    """An upload of an offline section's results; the actor uploaded the file."""

    copy = models.ForeignKey(ExportedSection, on_delete=models.CASCADE, related_name="deliveries")
    laptop = models.CharField(
        max_length=16, help_text="Random identifier of the laptop that imported the section."
    )
    plays = models.PositiveIntegerField(help_text="How many plays with entries it contained.")
    entries = models.PositiveIntegerField(help_text="How many entries were new.")
    seats_at = models.DateTimeField(
        null=True, help_text="When the seating was last changed at the laptop; null if never."
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.plays} plays of {self.copy}"


class ImportedSection(ActorColumns):
    """Where an imported event comes from: a section that another installation has exported.

    The actor imported the file.
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="imported_section")
    copy = models.CharField(max_length=16, help_text="Identifier of the exported section.")
    key = models.CharField(
        max_length=44,
        blank=True,
        help_text="Encrypts the uploads; blank if this laptop does not upload.",
    )
    laptop = models.CharField(
        max_length=16, help_text="Random, since the same file may be imported on several laptops."
    )
    home_event = models.PositiveIntegerField(
        null=True, help_text="Primary key of the event at its own installation."
    )
    opens_at = models.DateTimeField(
        null=True, help_text="When hands and seed may be shown on this laptop; null for never."
    )

    def __str__(self) -> str:
        return f"import of {self.event}"
