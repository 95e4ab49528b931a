"""People: the players of a club, and persons who are players of several clubs."""

from django.conf import settings
from django.db import models

from tournaments.models.clubs import Club


class Person(models.Model):
    """A person who is a player of several clubs.

    The players are linked by a code that the person typed in another club, or because the
    federation's list has their licence number.
    """

    licence = models.CharField(
        max_length=20,
        blank=True,
        help_text="Licence by which the federation's list joined the players.",
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
    """A player of a club; two players of a club may have the same name."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="players")
    name = models.CharField(max_length=80)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="players",
        help_text="The member who is this player and may not see hands they still have to play.",
    )
    licence = models.CharField(
        max_length=20,
        blank=True,
        help_text="Licence as entered by the club; joins nobody by itself.",
    )
    person = models.ForeignKey(
        Person,
        on_delete=models.SET_NULL,
        null=True,
        related_name="players",
        help_text=("The person across clubs; null for a player known in this club only."),
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
    """A code that links a player of another club with this player; stored as a digest."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="person_code")
    digest = models.CharField(max_length=64, unique=True)
    created_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"code of {self.player}"


class PlayerMerge(models.Model):
    """A merge of two players of a club, with the values and rows that are needed to undo it."""

    keep = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    player = models.PositiveBigIntegerField(
        help_text="Primary key of the player merged into `keep`, restored by undoing the merge."
    )
    name = models.CharField(max_length=80, help_text="Name of the merged player.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text=(
            "The member linked to the merged player, now to `keep`; likewise licence and person."
        ),
    )
    licence = models.CharField(max_length=20, blank=True)
    person = models.ForeignKey(Person, on_delete=models.SET_NULL, null=True, related_name="+")
    partners = models.ManyToManyField("tournaments.ContestantPlayer", related_name="+")
    places = models.ManyToManyField("tournaments.SeatHolder", related_name="+")
    line_ups = models.ManyToManyField("tournaments.LineUp", related_name="+")
    substitutions = models.ManyToManyField("tournaments.Substitution", related_name="+")
    merges = models.ManyToManyField(
        "self", symmetrical=False, help_text="Earlier merges of the merged player."
    )
    at = models.DateTimeField()

    class Meta:
        ordering = ["-at", "-pk"]

    def __str__(self) -> str:
        return f"{self.name} is {self.keep}"
