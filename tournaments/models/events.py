"""Events, with their stages and rehearsals."""

from fractions import Fraction
from functools import cached_property

from django.conf import settings
from django.db import models
from django.utils.translation import gettext_lazy as _

from games.catalogue import get_game
from games.game import Game
from scoring.catalogue import get_method
from scoring.method import Method
from tournaments.models.clubs import Club
from tournaments.movements.base.movement import Movement
from tournaments.movements.base.team_matches import TABLES_PER_MATCH
from tournaments.movements.catalogue import get_movement

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

        AT_ONCE = "at_once", _("at once, to those who have played the board")
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


class Stage(models.Model):
    """One movement and one ranking; a plain event has one."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    movement_key = models.CharField(
        max_length=40, blank=True, help_text="Blank where results come from elsewhere."
    )
    movement_options = models.JSONField(default=dict)
    halves = models.PositiveSmallIntegerField(
        default=1,
        help_text=(
            "In how many rounds a match of teams is played: 1, or 2 with boards of their own."
        ),
    )
    sections_apart = models.BooleanField(
        default=False, help_text="Whether each section is a field by itself, ranked apart."
    )
    carried_text = models.CharField(
        max_length=24,
        default="0",
        help_text="The part of what was made in the stage before that counts here.",
    )
    made_from = models.JSONField(
        null=True,
        help_text=(
            "Which places of the stage before qualified, and place and total of everybody there "
            "then."
        ),
    )
    awards_revision = models.PositiveIntegerField(
        default=0, help_text="Grows with everything that may change the standings."
    )
    made_at = models.DateTimeField(
        null=True, help_text="When the standings were made; null: do not wait."
    )
    rests_for = models.FloatField(
        default=0, help_text="For how many seconds they stay as they are then."
    )
    due_at = models.DateTimeField(null=True, help_text="When somebody is to make them again.")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="stage_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.event}, stage {self.number}"

    @property
    def movement(self) -> Movement | None:
        """The stage's movement under its options; None where results come from elsewhere."""
        return get_movement(self.movement_key, self.movement_options) if self.movement_key else None

    @property
    def is_drawn(self) -> bool:
        """Whether its rounds are drawn one after the other, not planned beforehand."""
        return self.movement is not None and not self.movement.is_fixed

    @property
    def carried(self) -> Fraction:
        """The part of what was made in the stage before that is carried over: 0 to 1."""
        return Fraction(self.carried_text)

    @property
    def carried_from(self) -> "Stage | None":
        """The stage before, where anything of it is carried over."""
        if not self.carried:
            return None
        return self.event.stages.filter(number__lt=self.number).order_by("number").last()

    @property
    def tables_per_match(self) -> int:
        """At how many tables two contestants meet."""
        return TABLES_PER_MATCH if self.event.at_two_tables else 1


class Qualifier(models.Model):
    """A contestant who came into a stage from the one before; a stage without any is for
    everybody."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="qualifiers")
    contestant = models.ForeignKey(
        "tournaments.Contestant", on_delete=models.PROTECT, related_name="qualified"
    )
    seed = models.PositiveSmallIntegerField(help_text="His place in the seeding, from 1.")
    group = models.PositiveSmallIntegerField(
        help_text="His group in the stage before; 1 where it had none."
    )
    why = models.JSONField(
        default=dict, help_text="The reason: a sentence to translate and its parameters."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "contestant"], name="qualifies_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="seed_once"),
        ]
        ordering = ["seed"]

    def __str__(self) -> str:
        return f"{self.seed}: {self.contestant}"


class Rehearsal(models.Model):
    """That an event is a rehearsal, made to be mended: whose it is, and what really happened there.

    At which table and in which round everything happened is the same in all of them
    (`queries/guide/rehearsal.py`).
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="rehearsal")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="rehearsals"
    )
    said_board = models.PositiveIntegerField(
        help_text="The board as which a table entered another one."
    )
    played_board = models.PositiveIntegerField(
        help_text="The board which that table really played."
    )
    sat_first = models.ForeignKey(
        "tournaments.Contestant",
        on_delete=models.CASCADE,
        related_name="+",
        help_text="Who really sat on the first line of the table that sat the wrong way round.",
    )

    def __str__(self) -> str:
        return f"rehearsal {self.event}"
