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

# Minutes after a session during which players may report wrong results, unless an event has another
# setting.
USUAL_OBJECTION_MINUTES = 30


class EventQuerySet(models.QuerySet["Event"]):
    """Filters for events."""

    def of_user(self, user_id: int) -> "EventQuerySet":
        """Return the events of the clubs in which the user has a role."""
        return self.filter(club__memberships__user_id=user_id)

    def unarchived(self) -> "EventQuerySet":
        """Return the events that are not archived, which pages, phones and the API may show."""
        return self.filter(archived_at=None)


class Event(models.Model):
    """A competition with one game and one scoring method, and a ranking for each stage.

    The options and the rules version never change after its creation.
    """

    class ResultsShown(models.TextChoices):
        """When players and the public see the results of other tables."""

        AT_ONCE = "at_once", _("at once, to those who have played the board")
        ROUND = "round", _("when the round ends")
        SESSION = "session", _("when the session ends")

    class Missed(models.TextChoices):
        """How contestants who missed one of several sessions are ranked.

        If the scoring method ranks by totals, `mean` has no effect: the total of a contestant is
        simply without the missed session.
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
        help_text="Players per contestant: 2 in an event of pairs, 1 of individuals.",
    )
    method_key = models.CharField(max_length=40)
    method_options = models.JSONField(default=dict)
    tiebreaks = models.JSONField(
        default=list, help_text="Keys of tie-breaks, in the order in which they decide."
    )
    fee_cents = models.PositiveIntegerField(
        default=0, help_text="Entry fee of each contestant, in cents."
    )
    read_only = models.BooleanField(
        default=False, help_text="Imported without its seed, so it can only be viewed."
    )
    is_offline_section = models.BooleanField(
        default=False, help_text="A section of another installation's event, imported from a file."
    )
    demo = models.BooleanField(default=False, help_text="Created by the demo.")
    results_shown = models.CharField(
        max_length=10, choices=ResultsShown.choices, default=ResultsShown.AT_ONCE
    )
    standings_from = models.DateTimeField(
        null=True,
        help_text="Until when the public sees no standings; null without an embargo.",
    )
    missed = models.CharField(
        max_length=10,
        choices=Missed.choices,
        default=Missed.MEAN,
        help_text="How contestants are ranked who missed one of several sessions.",
    )
    objection_minutes = models.PositiveSmallIntegerField(
        null=True,
        default=USUAL_OBJECTION_MINUTES,
        help_text=(
            "Minutes after a session to object to a result; 0 for none, null until publication."
        ),
    )
    starts_at = models.DateTimeField(null=True, help_text="Announced start.")
    place = models.CharField(max_length=120, blank=True, help_text="Where it is played.")
    note = models.TextField(
        blank=True,
        help_text="Shown above the standings; of imported results, where they come from.",
    )
    created_at = models.DateTimeField()
    published_at = models.DateTimeField(null=True)
    archived_at = models.DateTimeField(
        null=True,
        help_text="Since when only the club's list of archived events shows it.",
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
        """Return the event's game with its options and rules version."""
        return get_game(self.game_key, self.options, self.rules_version)

    @cached_property
    def method(self) -> Method:
        """Return the event's scoring method with its options."""
        return get_method(self.method_key, self.method_options)

    @property
    def at_two_tables(self) -> bool:
        """Return whether the contestants are teams, whose matches are played at two tables."""
        return self.method.for_teams


class Stage(models.Model):
    """A part of an event with one movement and one ranking; most events have one stage."""

    event = models.ForeignKey(Event, on_delete=models.CASCADE, related_name="stages")
    number = models.PositiveSmallIntegerField(default=1)
    movement_key = models.CharField(
        max_length=40, blank=True, help_text="Blank for imported results without a movement."
    )
    movement_options = models.JSONField(default=dict)
    halves = models.PositiveSmallIntegerField(
        default=1,
        help_text=("Rounds per match of teams: 1, or 2 with different boards."),
    )
    ranks_sections_separately = models.BooleanField(
        default=False, help_text="Each section is a field of its own with its own ranking."
    )
    carry_over_text = models.CharField(
        max_length=24,
        default="0",
        help_text="The part of the previous stage's total that counts here, as an exact fraction.",
    )
    qualification = models.JSONField(
        null=True,
        help_text=(
            "The places that qualified in the previous stage, with its standings at that time."
        ),
    )
    awards_revision = models.PositiveIntegerField(
        default=0, help_text="Incremented by every change that may affect the standings."
    )
    snapshot_at = models.DateTimeField(
        null=True, help_text="When the last snapshot was taken; null to take the next one at once."
    )
    snapshot_interval = models.FloatField(
        default=0, help_text="Minimum seconds until the next snapshot."
    )
    snapshot_due_at = models.DateTimeField(
        null=True, help_text="When the next snapshot is scheduled."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["event", "number"], name="stage_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.event}, stage {self.number}"

    @property
    def movement(self) -> Movement | None:
        """Return the stage's movement with its options; None for imported results."""
        return get_movement(self.movement_key, self.movement_options) if self.movement_key else None

    @property
    def is_drawn(self) -> bool:
        """Return whether rounds are drawn one after the other instead of planned beforehand."""
        return self.movement is not None and not self.movement.is_fixed

    @property
    def carry_over(self) -> Fraction:
        """Return the fraction of the previous stage's total that counts here, from 0 to 1."""
        return Fraction(self.carry_over_text)

    @property
    def carry_over_from(self) -> "Stage | None":
        """Return the previous stage if a part of its total is carried over, else None."""
        if not self.carry_over:
            return None
        return self.event.stages.filter(number__lt=self.number).order_by("number").last()

    @property
    def tables_per_match(self) -> int:
        """Return how many tables a match needs: 2 for teams, else 1."""
        return TABLES_PER_MATCH if self.event.at_two_tables else 1


class Qualifier(models.Model):
    """A contestant who qualified for a stage; without qualifiers all contestants play in it."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="qualifiers")
    contestant = models.ForeignKey(
        "tournaments.Contestant", on_delete=models.PROTECT, related_name="qualified"
    )
    seed = models.PositiveSmallIntegerField(help_text="Position in the seeding, from 1.")
    group = models.PositiveSmallIntegerField(
        help_text="Group in the previous stage; 1 if it had none."
    )
    reason = models.JSONField(default=dict, help_text="A translatable sentence and its parameters.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["stage", "contestant"], name="qualifies_once"),
            models.UniqueConstraint(fields=["stage", "seed"], name="seed_once"),
        ]
        ordering = ["seed"]

    def __str__(self) -> str:
        return f"{self.seed}: {self.contestant}"


class Rehearsal(models.Model):
    """An event for practice, with mistakes that a director is to correct.

    The columns say what really happened where it cannot be derived from the results. The mistakes
    are at the same tables and rounds in every rehearsal (`queries/guide/rehearsal.py`).
    """

    event = models.OneToOneField(Event, on_delete=models.CASCADE, related_name="rehearsal")
    made_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.SET_NULL, null=True, related_name="rehearsals"
    )
    entered_board = models.PositiveIntegerField(
        help_text="The board number under which a table entered another board."
    )
    played_board = models.PositiveIntegerField(help_text="The board that this table really played.")
    sat_first = models.ForeignKey(
        "tournaments.Contestant",
        on_delete=models.CASCADE,
        related_name="+",
        help_text="Who really sat on the first line at the table that sat the wrong way round.",
    )

    def __str__(self) -> str:
        return f"rehearsal {self.event}"
