"""A club, its members with their roles, and its venues."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Club(models.Model):
    """Whoever holds events: its name stands on every page, its slug in every address."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=80, unique=True)
    demands_second_factor = models.BooleanField(
        default=False, help_text="Whether its members sign in with a code besides their password."
    )
    may_be_listed = models.BooleanField(
        default=False,
        help_text="Search engines may list the pages that anybody reads, which name people.",
    )
    framed_by = models.JSONField(
        default=list,
        help_text="Names of the sites that may show its standings inside pages of theirs.",
    )

    def __str__(self) -> str:
        return self.name


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
