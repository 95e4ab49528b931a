"""A club, its members with their roles, and its venues."""

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _


class Club(models.Model):
    """An organiser of events; its slug is the first part of every public address."""

    name = models.CharField(max_length=80)
    slug = models.SlugField(max_length=80, unique=True)
    demands_second_factor = models.BooleanField(
        default=False, help_text="Members need a second factor to sign in."
    )
    may_be_listed = models.BooleanField(
        default=False,
        help_text="Search engines may index the public pages, which contain names of people.",
    )
    framed_by = models.JSONField(
        default=list,
        help_text="Sites that may embed the standings in a frame.",
    )

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A user's role in a club; players do not need a role."""

    class Role(models.TextChoices):
        """Scorers enter results, directors also run events, owners also manage the club.

        A role at a venue is limited to the sections that play at the member's venues; the member
        does not see other sections.
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
    """A club's invitation of a user, who becomes a member with the role by accepting it."""

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
    """A place where sections of a club's events are played, with the staff for these sections."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="venues")
    name = models.CharField(max_length=80)
    staff = models.ManyToManyField(
        Membership,
        related_name="venues",
        help_text="Members with the role of a director or scorer at a venue.",
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_venue_of_a_name")]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name
