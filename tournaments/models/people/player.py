"""Somebody who plays, as one club knows him."""

from django.conf import settings
from django.db import models

from tournaments.models.people.club import Club
from tournaments.models.people.person import Person


class Player(models.Model):
    """A person who plays, known to a club by name."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="players",
        help_text="The member of the club who this is: he is shown no hand he is still to play.",
    )
    licence = models.CharField(
        max_length=20,
        blank=True,
        help_text="The federation's number for him, as his club wrote it: alone it joins nobody.",
    )
    person = models.ForeignKey(
        Person,
        on_delete=models.SET_NULL,
        null=True,
        related_name="players",
        help_text=(
            "Who he is over clubs; null while he is known to be nobody's player but this club's."
        ),
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_player_for_a_member"),
            models.UniqueConstraint(fields=["club", "person"], name="one_player_for_a_person"),
            models.UniqueConstraint(
                fields=["club", "licence"],
                condition=~models.Q(licence=""),
                name="one_player_for_a_licence",
            ),
        ]

    def __str__(self) -> str:
        return self.name
