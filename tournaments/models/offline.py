"""Sections that are played offline, and the results that come back."""

from django.db import models

from tournaments.models.events import Event
from tournaments.models.history import ActedBy
from tournaments.models.rounds import Section

LONGEST_HOLDER = 80


class SectionCopy(ActedBy):
    """A section sent as a file, for a laptop elsewhere to play it; who acted is who sent it."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="copies")
    identifier = models.CharField(max_length=16, help_text="Random; what comes back names it.")
    key = models.CharField(
        max_length=44,
        blank=True,
        help_text="Seals what comes back; blank where another installation has it.",
    )
    holder = models.CharField(
        max_length=LONGEST_HOLDER, help_text="Who has it, in the organiser's words."
    )
    opens_at = models.DateTimeField(
        null=True, help_text="When hands and seed may be shown there; null for never."
    )
    void_at = models.DateTimeField(
        null=True, help_text="Since when nothing is taken in from it; null while it stands."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["section", "identifier"], name="copy_once")]
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.section} with {self.holder}"


class Delivery(ActedBy):
    """Results of a copy that were brought back; who acted brought them."""

    copy = models.ForeignKey(SectionCopy, on_delete=models.CASCADE, related_name="deliveries")
    laptop = models.CharField(max_length=16, help_text="Where the copy was opened; random.")
    plays = models.PositiveIntegerField(
        help_text="How many plays with something said about them were in it."
    )
    entries = models.PositiveIntegerField(
        help_text="How many of its entries were not known before."
    )
    seats_at = models.DateTimeField(
        null=True, help_text="When who sits where was last changed there; null where it never was."
    )

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.plays} plays of {self.copy}"


class Arrival(ActedBy):
    """An event that is a section of another installation's, and came as a file; who acted opened
    it."""

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="arrival")
    copy = models.CharField(max_length=16, help_text="The identifier of the copy that was opened.")
    key = models.CharField(
        max_length=44,
        blank=True,
        help_text="Seals what is delivered; blank where that is another's to do.",
    )
    laptop = models.CharField(
        max_length=16, help_text="Random: the same file may be opened elsewhere too."
    )
    home_event = models.PositiveIntegerField(
        null=True, help_text="The event's number where it came from."
    )
    opens_at = models.DateTimeField(
        null=True, help_text="When hands and seed may be shown here; null for never."
    )

    def __str__(self) -> str:
        return f"arrival of {self.event}"
