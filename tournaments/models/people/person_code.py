"""How a player says to another club who he is."""

from django.db import models

from tournaments.models.people.player import Player


class PersonCode(models.Model):
    """By it another club learns that its player is this one; nobody can read it here."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, related_name="person_code")
    digest = models.CharField(max_length=64, unique=True)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"code of {self.player}"
