"""Places of a club besides its own, and who looks after them."""

from django.db import models

from tournaments.models.people.club import Club
from tournaments.models.people.membership import Membership


class Venue(models.Model):
    """A place of its own where sections of a club's events are played, with those who look after
    them."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="venues")
    name = models.CharField(max_length=80)
    staff = models.ManyToManyField(
        Membership,
        related_name="venues",
        help_text="Its directors and scorers: members with such a role.",
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_venue_of_a_name")]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
