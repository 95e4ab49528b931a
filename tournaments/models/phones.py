"""Devices at tables and their links, calls of the director, and announcements."""

import hashlib

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from tournaments.models.contestants import Contestant
from tournaments.models.history import ActorColumns
from tournaments.models.rounds import Seating, Session, Table


class LinkedDeviceQuerySet(models.QuerySet["LinkedDevice"]):
    """Filters for linked devices."""

    def linked(self) -> "LinkedDeviceQuerySet":
        """Return the devices that are linked now; requests for a link are not included."""
        return self.filter(released_at=None).exclude(bound_at=None)

    def disputed(self) -> "LinkedDeviceQuerySet":
        """Return the devices that another phone has unlinked, until the director has seen it."""
        return self.exclude(released_at=None).exclude(released_from=None)

    def active(self) -> "LinkedDeviceQuerySet":
        """Return the devices that are linked or have requested a link."""
        return self.filter(released_at=None)


class LinkedDevice(models.Model):
    """A link of a device to a contestant or a table in one session, or a request for a link.

    With a table's code any device can enter results. Only linked devices see other tables' results,
    hands of boards to prepare, drafts, objections and the code of the next table. The columns say
    "bound" for linked and "released" for unlinked.
    """

    class Role(models.TextChoices):
        """To what the device is linked; the values are stored."""

        CONTESTANT = "contestant"
        TABLE = "table"  # a phone or tablet shared by everybody at the table
        BOARDS = "boards"  # prepares the table's boards before its first round has been played

    class Origin(models.TextChoices):
        """Why the device was linked; the values are stored."""

        ENTRY = "entry"  # the first to enter, confirm or draft a result, or to open hands
        INVITATION = "invitation"  # invited by a linked device
        DIRECTOR = "director"  # linked by the director

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="devices")
    contestant = models.ForeignKey(
        Contestant,
        on_delete=models.CASCADE,
        null=True,
        related_name="devices",
        help_text="Null where the device is bound to the table.",
    )
    table = models.ForeignKey(
        Table,
        on_delete=models.CASCADE,
        related_name="devices",
        help_text="Where the device was used.",
    )
    role = models.CharField(max_length=10, choices=Role.choices)
    origin = models.CharField(max_length=10, choices=Origin.choices, default=Origin.ENTRY)
    device = models.CharField(
        max_length=32, help_text="The random name in the device's signed cookie."
    )
    asked_at = models.DateTimeField(auto_now_add=True)
    bound_at = models.DateTimeField(
        null=True, help_text="Null while the device only asks to be let in."
    )
    released_at = models.DateTimeField(null=True)
    released_from = models.ForeignKey(
        Table,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="The table whose phone released it, until the director has seen to it.",
    )
    let_in_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.PROTECT,
        null=True,
        related_name="+",
        help_text="The director who let the device in, if one did.",
    )

    objects = LinkedDeviceQuerySet.as_manager()

    class Meta:
        constraints = [
            # Prevents that two devices are linked as the first one at the same time.
            models.UniqueConstraint(
                fields=["session", "contestant", "table"],
                condition=Q(role="contestant", origin="entry", bound_at__isnull=False),
                name="first_device_of_a_contestant",
            ),
            models.UniqueConstraint(
                fields=["table", "role"],
                condition=Q(origin="entry", bound_at__isnull=False) & ~Q(role="contestant"),
                name="first_device_of_a_table",
            ),
            models.UniqueConstraint(
                fields=["session", "device", "role", "contestant"],
                condition=Q(role="contestant", released_at=None),
                name="device_once_for_a_contestant",
            ),
            models.UniqueConstraint(
                fields=["device", "role", "table"],
                condition=Q(released_at=None) & ~Q(role="contestant"),
                name="device_once_for_a_table",
            ),
        ]
        ordering = ["asked_at", "pk"]

    def __str__(self) -> str:
        return f"phone {self.number} of {self.contestant or self.table}"

    @property
    def number(self) -> str:
        """Return the four digits by which people distinguish this device from others."""
        return self.number_of(self.device)

    @staticmethod
    def number_of(device: str) -> str:
        """Return the number of a device without a row: four digits of a hash of its random name."""
        return f"{int(hashlib.sha256(device.encode()).hexdigest()[:8], 16) % 10_000:04}"


class Call(ActorColumns):
    """A table's call for the director, which is open, then answered, then closed."""

    class Reason(models.TextChoices):
        """Usual reasons of a call; a table may write free text as well or instead."""

        CARD = "card", _("a card is wrong")
        RULE = "rule", _("a rule of play")
        RESULT = "result", _("the result")
        UNPLAYED = "unplayed", _("a board could not be played")
        OTHER = "other", _("something else")

    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="calls")
    seating = models.ForeignKey(
        Seating,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="Who sat there; null if nobody did.",
    )
    reasons = models.JSONField(
        default=list, help_text="Pairs of a reason and words; either may be empty."
    )
    answered_at = models.DateTimeField(null=True)
    answered_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    closed_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["table"], condition=models.Q(closed_at=None), name="one_open_call_a_table"
            )
        ]
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"call {self.pk} of {self.table}"


class Announcement(ActorColumns):
    """A message from the desk to all phones, which show the latest one of their session."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="announcements")
    text = models.CharField(max_length=200)
    withdrawn_at = models.DateTimeField(null=True)

    class Meta:
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"announcement {self.pk} of {self.session}"
