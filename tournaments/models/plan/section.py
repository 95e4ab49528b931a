"""A section of a session: by which movement it plays, and who plays in it."""

from django.db import models

from tournaments.models.people.venue import Venue
from tournaments.models.plan.contestant import Contestant
from tournaments.models.plan.session import Session
from tournaments.movements.catalogue import get_movement
from tournaments.movements.frame.movement import Movement


class Section(models.Model):
    """Tables that share a movement and their rounds: a room, or all there is."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="sections")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=20, blank=True, help_text="Blank where there is only one.")
    venue = models.ForeignKey(
        Venue,
        on_delete=models.SET_NULL,
        null=True,
        related_name="sections",
        help_text="Null where the club's own people look after it.",
    )
    movement_key = models.CharField(
        max_length=40, blank=True, help_text="Blank where it is the movement of its stage."
    )
    movement_options = models.JSONField(default=dict)
    rounds_planned = models.PositiveSmallIntegerField(
        null=True, help_text="Null where they are as many as those of its session."
    )
    rounds_left_out = models.PositiveSmallIntegerField(
        default=0,
        help_text=(
            "How many of the rounds planned are not played, because it was late: the last ones."
        ),
    )
    boards_left_out = models.JSONField(
        default=list,
        help_text=(
            "Numbers of rounds in ascending order: from each on a board less is played at every "
            "table."
        ),
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="section_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"section {self.name or self.number}"

    @property
    def movement(self) -> Movement | None:
        """Its own under its options, else its stage's; None where results come from elsewhere."""
        if self.movement_key:
            return get_movement(self.movement_key, self.movement_options)
        return self.session.stage.movement

    @property
    def field(self) -> int:
        """The field in which its results are compared: 0 is that of all sections, else its own
        number."""
        return self.number if self.session.stage.sections_apart else 0

    @property
    def rounds_at_the_deal(self) -> int:
        """How many rounds were planned for it, whatever was left out since."""
        return self.rounds_planned or self.session.rounds_planned

    @property
    def rounds_to_play(self) -> int:
        """How many of them are played."""
        return self.rounds_at_the_deal - self.rounds_left_out

    @property
    def turns_to_play(self) -> int:
        """The same as its movement counts them: the halves of a match are one."""
        return self.rounds_to_play // self.session.stage.halves

    def boards_left_out_in(self, number: int) -> int:
        """How many boards fewer than planned each table plays in the round of a number."""
        return sum(1 for first in self.boards_left_out if first <= number)

    def boards_in(self, number: int) -> int:
        """How many boards each table plays in the round of a number."""
        return self.session.boards_per_round - self.boards_left_out_in(number)


class Allotment(models.Model):
    """A contestant allotted to a section, under the number by which its movement knows him.

    A session that has none is for all of its event, or all who have qualified for its stage.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="allotments")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="allotments")
    number = models.PositiveSmallIntegerField(help_text="From 1 within the section.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["section", "contestant"], name="allotted_once"),
            models.UniqueConstraint(fields=["section", "number"], name="allotment_number"),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number}: {self.contestant} in {self.section}"
