"""A stage of an event, and who came into it from the one before."""

from fractions import Fraction

from django.db import models

from tournaments.models.plan.contestant import Contestant
from tournaments.models.plan.event import Event
from tournaments.movements.catalogue import get_movement
from tournaments.movements.frame.movement import Movement
from tournaments.movements.frame.two_tables import TABLES


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
        return self.movement is not None and not self.movement.fixed

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
    def tables_a_match(self) -> int:
        """At how many tables two contestants meet."""
        return TABLES if self.event.at_two_tables else 1


class Qualifier(models.Model):
    """A contestant who came into a stage from the one before; a stage without any is for
    everybody."""

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="qualifiers")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="qualified")
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
