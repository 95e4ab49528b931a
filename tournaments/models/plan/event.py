"""An event: what contestants enter, with its game and method frozen at the start."""

from functools import cached_property

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.catalogue import get_game
from games.game import Game
from scoring.catalogue import get_method
from scoring.method import Method
from tournaments.models.people.club import Club

USUAL_OBJECTION_MINUTES = 30
"""How long after a session its players may say that a result is wrong, where nobody says
otherwise."""


class EventQuerySet(models.QuerySet["Event"]):
    """Query sets that read as sentences."""

    def of_user(self, user_id: int) -> "EventQuerySet":
        """Events of the clubs in which the user has a role."""
        return self.filter(club__memberships__user_id=user_id)

    def shown(self) -> "EventQuerySet":
        """Events that are not archived: all that pages, phones and the API may find."""
        return self.filter(archived_at=None)


class Event(models.Model):
    """One game, one scoring method, one ranking per stage; options and rules version never
    change."""

    class ResultsShown(models.TextChoices):
        """When players and public see what other tables made of a board."""

        AT_ONCE = "at_once", _("at once, to whoever has played the board")
        ROUND = "round", _("when the round ends")
        SESSION = "session", _("when the session ends")

    class Missed(models.TextChoices):
        """What becomes of who has missed one session of several.

        Where a method ranks by the total, `mean` leaves it at that: a session missed brings
        nothing.
        """

        MEAN = "mean", _("ranked by the mean per board")
        UNRANKED = "unranked", _("listed without a place")

    club = models.ForeignKey(Club, on_delete=models.CASCADE, related_name="events")
    name = models.CharField(max_length=120)
    slug = models.SlugField(max_length=120)
    game_key = models.CharField(max_length=40)
    options = models.JSONField(default=dict)
    rules_version = models.PositiveSmallIntegerField()
    players_each = models.PositiveSmallIntegerField(
        default=2,
        help_text="How many players one contestant is: 2 in an event of pairs, 1 of individuals.",
    )
    method_key = models.CharField(max_length=40)
    method_options = models.JSONField(default=dict)
    tiebreaks = models.JSONField(
        default=list, help_text="Keys of scoring's tie-breaks, the first decides first."
    )
    fee_cents = models.PositiveIntegerField(
        default=0, help_text="What each contestant pays, in cents."
    )
    read_only = models.BooleanField(
        default=False, help_text="Imported without its seed: only to be looked at."
    )
    travelled = models.BooleanField(
        default=False, help_text="A section of another installation's event, which came as a file."
    )
    demo = models.BooleanField(
        default=False, help_text="Made by the demo: only there to be looked at."
    )
    results_shown = models.CharField(
        max_length=10, choices=ResultsShown.choices, default=ResultsShown.AT_ONCE
    )
    standings_from = models.DateTimeField(
        null=True,
        help_text="Until when the public is shown no standings; null where they are not held back.",
    )
    missed = models.CharField(
        max_length=10,
        choices=Missed.choices,
        default=Missed.MEAN,
        help_text="What becomes of who has missed one session of several.",
    )
    objection_minutes = models.PositiveSmallIntegerField(
        null=True,
        default=USUAL_OBJECTION_MINUTES,
        help_text=(
            "For how long after a session players may object; 0 for never, null until publication."
        ),
    )
    starts_at = models.DateTimeField(
        null=True, help_text="When it is to begin, as it is announced."
    )
    place = models.CharField(max_length=120, blank=True, help_text="Where it is played.")
    note = models.TextField(
        blank=True,
        help_text="What else is to be said of it; where results played elsewhere come from.",
    )
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    archived_at = models.DateTimeField(
        null=True,
        help_text="Since when it is hidden from everybody but its club's list of archived events.",
    )

    objects = EventQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["club", "slug"], name="event_slug_in_a_club")
        ]
        ordering = ["-created_at", "-pk"]

    def __str__(self) -> str:
        return self.name

    @cached_property
    def game(self) -> Game:
        """The event's game under its frozen options."""
        return get_game(self.game_key, self.options, self.rules_version)

    @cached_property
    def method(self) -> Method:
        """The event's scoring method under its frozen options."""
        return get_method(self.method_key, self.method_options)

    @property
    def at_two_tables(self) -> bool:
        """Whether its contestants are teams whose matches are played at two tables."""
        return self.method.for_teams
