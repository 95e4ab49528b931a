"""Who did something, as every row has it that records an act."""

from django.conf import settings
from django.db import models

from tournaments.models.plan.table import Table


class ActedBy(models.Model):
    """Who did something: a signed-in user, or a table's device speaking for a side."""

    PROGRAM = "api"
    """The device of whoever spoke for a table through the API."""

    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, null=True, related_name="+"
    )
    table = models.ForeignKey(Table, on_delete=models.PROTECT, null=True, related_name="+")
    device = models.CharField(max_length=32, blank=True)
    side = models.CharField(max_length=4, blank=True)
    at = models.DateTimeField()

    class Meta:
        abstract = True
