"""Players of a club who were found to be the same, in a way that can be taken back."""

from django.conf import settings
from django.db import models

from tournaments.models.people.person import Person
from tournaments.models.people.player import Player


class Merge(models.Model):
    """Two players of a club who were made one, with what was the other's, so that it can be
    taken back."""

    keep = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    player = models.PositiveBigIntegerField(
        help_text="The number of the other's row, and his again."
    )
    name = models.CharField(max_length=80, help_text="What the other was called.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text=(
            "The member who the other was, and who was kept is since; so with licence and person."
        ),
    )
    licence = models.CharField(max_length=20, blank=True)
    person = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True, related_name="+")
    partners = models.ManyToManyField("tournaments.Partner", related_name="+")
    places = models.ManyToManyField("tournaments.Place", related_name="+")
    line_ups = models.ManyToManyField("tournaments.LineUp", related_name="+")
    substitutions = models.ManyToManyField("tournaments.Substitution", related_name="+")
    merges = models.ManyToManyField(
        "self", symmetrical=False, help_text="Those of which the other himself had come."
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} is {self.keep}"
