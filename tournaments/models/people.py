"""People: the players of a club, and persons known in several clubs."""

from django.conf import settings
from django.db import models

from tournaments.models.clubs import Club


class Person(models.Model):
    """Who plays in several clubs: their players who are him, by his own word or by the
    federation's list."""

    licence = models.CharField(
        max_length=20,
        blank=True,
        help_text="The number under which the federation's list has joined his players.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["licence"], condition=~models.Q(licence=""), name="one_person_for_a_licence"
            )
        ]

    def __str__(self) -> str:
        return f"person {self.pk}"


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


class PersonCode(models.Model):
    """By it another club learns that its player is this one; nobody can read it here."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="person_code")
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"code of {self.player}"


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
