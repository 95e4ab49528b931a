"""A club, its people, who may run its events, and how somebody comes to be one of them."""

from django.conf import settings
from django.contrib.sessions.base_session import AbstractBaseSession
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
        default=False, help_text="Search engines may list the pages that anybody reads, which name people."
    )

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A user's role in a club. Players need none."""

    class Role(models.TextChoices):
        """What a member may do: a scorer enters results, a director runs events, an owner also the club.

        At a venue he does so in the sections that play there, and sees no others.
        """

        OWNER = "owner", _("owner")
        DIRECTOR = "director", _("director")
        SCORER = "scorer", _("scorer")
        VENUE_DIRECTOR = "venue_director", _("director at a venue")
        VENUE_SCORER = "venue_scorer", _("scorer at a venue")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="memberships")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="memberships")
    role = models.CharField(max_length=20, choices=Role.choices)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_role_in_a_club")]

    def __str__(self) -> str:
        return f"{self.user} ({self.role})"


class Venue(models.Model):
    """A place of its own where sections of a club's events are played, with those who look after them."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="venues")
    name = models.CharField(max_length=80)
    staff = models.ManyToManyField(
        Membership, related_name="venues", help_text="Its directors and scorers: members with such a role."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "name"], name="one_venue_of_a_name")]
        ordering = ["name"]

    def __str__(self) -> str:
        return self.name


class Invitation(models.Model):
    """A club asks somebody who has an account already; he is a member once he has accepted."""

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="invitations")
    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="invitations")
    role = models.CharField(max_length=20, choices=Membership.Role.choices)
    at = models.DateTimeField()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["club", "user"], name="one_invitation_to_a_club")]
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.club} invites {self.user} ({self.role})"


class OneTimePassword(models.Model):
    """What lets a new member choose his password, and ends with that; nobody can read it here."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="one_time_password"
    )
    club = models.ForeignKey(
        Club, on_delete=models.CASCADE, related_name="+", help_text="The club that was shown it, once."
    )
    hashed = models.CharField(max_length=128)
    made_at = models.DateTimeField()

    def __str__(self) -> str:
        return f"one-time password of {self.user}"


class Visit(AbstractBaseSession):
    """A member's stay on the site in one browser, from signing in until it ends: Django's session."""

    user = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="visits")
    began_at = models.DateTimeField()
    used_at = models.DateTimeField(help_text="About when it was last used: written now and then.")
    browser = models.CharField(max_length=200, help_text="What it says of itself.")

    def __str__(self) -> str:
        return f"visit of {self.user}"


class Person(models.Model):
    """Who plays in several clubs: their players who are him, by his own word or by the federation's list."""

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
        help_text="Who he is over clubs; null while he is known to be nobody's player but this club's.",
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="one_player_for_a_member"),
            models.UniqueConstraint(fields=["club", "person"], name="one_player_for_a_person"),
            models.UniqueConstraint(
                fields=["club", "licence"], condition=~models.Q(licence=""), name="one_player_for_a_licence"
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
    """Two players of a club who were made one, with what was the other's, so that it can be taken back."""

    keep = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="merges")
    player = models.PositiveBigIntegerField(help_text="The number of the other's row, and his again.")
    name = models.CharField(max_length=80, help_text="What the other was called.")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        on_delete=models.SET_NULL,
        null=True,
        related_name="+",
        help_text="The member who the other was, and who was kept is since; so with licence and person.",
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
