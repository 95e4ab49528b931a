"""Who may run the events of a club, and who is asked to."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from tournaments.models.people.club import Club


class Membership(models.Model):
    """A user's role in a club. Players need none."""

    class Role(models.TextChoices):
        """What a member may do: a scorer enters results, a director runs events, an owner also the
        club.

        At a venue he does so in the sections that play there, and sees no others.
        """

        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        SCORER = "scorer", _("scorer")
        VENUE_DIRECTOR = "venue_director", _("director at a venue")
        VENUE_SCORER = "venue_scorer", _("scorer at a venue")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships"
    )
    role = models.CharField(max_length=20, choices=Role.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_role_in_a_club")]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Invitation(models.Model):
    """A club asks somebody who has an account already; he is a member once he has accepted."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations"
    )
    role = models.CharField(max_length=20, choices=Membership.Role.choices)
    at = models.DateTimeField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_invitation_to_a_club")
        ]
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.club} invites {self.user} ({self.role})"
