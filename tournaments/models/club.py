"""A club, its people, and who may run its events."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Club(models.Model):
    """Whoever holds events: its name stands on every page, its slug in every address."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=80, unique=True)
    may_be_listed = models.BooleanField(
        default=False, help_text="Search engines may list the pages that anybody reads, which name people."
    )

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A user's role in a club. Players need none."""

    class Role(models.TextChoices):
        """What a member may do: a scorer enters results, a director runs events, an owner also the club."""

        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        SCORER = "scorer", _("scorer")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=10, choices=Role.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_role_in_a_club")]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


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

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_player_for_a_member")]

    def __str__(self) -> str:
        return self.name
