"""Sessions, sections, rounds and tables, who sits where, sit-outs, and the clock."""

from django.db import models
from django.db.models import Max
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Venue
from tournaments.models.contestants import Contestant
from tournaments.models.events import Stage
from tournaments.models.history import ActorColumns
from tournaments.models.people import Player
from tournaments.movements.base.movement import Movement
from tournaments.movements.catalogue import get_movement


class Session(models.Model):
    """A continuous period of play, for which boards are dealt from one seed.

    The commitment is public from the start, the salt after the deal, and the seed after the end.
    """

    class State(models.TextChoices):
        """Progress of the session; undoing a start leads from running back to dealt."""

        CREATED = "created", _("waiting for its deal")
        DEALT = "dealt", _("dealt")
        RUNNING = "running", _("running")
        FINISHED = "finished", _("finished")

    stage = models.ForeignKey(Stage, on_delete=models.CASCADE, related_name="sessions")
    number = models.PositiveSmallIntegerField(default=1)
    state = models.CharField(max_length=10, choices=State.choices, default=State.CREATED)
    rounds_planned = models.PositiveSmallIntegerField()
    boards_per_round = models.PositiveSmallIntegerField()
    commitment = models.CharField(
        max_length=64, blank=True, help_text="Blank if the hands are not known."
    )
    salt = models.CharField(max_length=200, null=True, help_text="Null until fixed.")  # noqa: DJ001 (empty is a salt)
    minutes_per_round = models.PositiveSmallIntegerField(
        null=True, help_text="Null for the club's usual time for the boards of a round."
    )
    minutes_available = models.PositiveSmallIntegerField(
        null=True,
        help_text=("Time available, as entered when the session was planned; null if it was not."),
    )
    tables_make_up = models.BooleanField(
        default=False, help_text="The tables make up the boards from packs of cards."
    )
    created_at = models.DateTimeField()
    started_at = models.DateTimeField(null=True)
    finished_at = models.DateTimeField(null=True)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["stage", "number"], name="session_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.stage.event}, session {self.number}"

    @property
    def is_over(self) -> bool:
        """Return whether the session is finished, so that boards and seed are public."""
        return self.state == self.State.FINISHED

    @property
    def rounds_to_play(self) -> int:
        """Return the number of rounds of the section with most, without rounds left out."""
        return max(section.rounds_to_play for section in self.sections.all())

    @property
    def boards_per_movement_round(self) -> int:
        """Return the boards per round of the movement, for which the halves of a match are one."""
        return self.boards_per_round * self.stage.halves

    @cached_property
    def sitting(self) -> int:
        """Return the session's number within the event, which public URLs contain.

        The column `number` starts at 1 in each stage.
        """
        if self.stage.number == 1:
            return self.number
        sessions_of_earlier_stages = Session.objects.filter(
            stage__event=self.stage.event_id, stage__number__lt=self.stage.number
        )
        last_numbers = (
            sessions_of_earlier_stages.order_by()
            .values("stage")
            .annotate(last=Max("number"))
            .values_list("last", flat=True)
        )
        return self.number + sum(last_numbers)


class Seed(models.Model):
    """The secret from which the hands of a session are dealt.

    It has a separate model, so that queries of sessions do not load it by accident.
    """

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, related_name="seed", primary_key=True
    )
    hex = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"seed of session {self.session_id}"


class Section(models.Model):
    """Tables of a session that share a movement and its rounds; most sessions have only one."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="sections")
    number = models.PositiveSmallIntegerField(default=1)
    name = models.CharField(max_length=20, blank=True, help_text="Blank for an only section.")
    venue = models.ForeignKey(
        Venue,
        on_delete=models.SET_NULL,
        null=True,
        related_name="sections",
        help_text="Null if the club's own staff runs it.",
    )
    movement_key = models.CharField(
        max_length=40, blank=True, help_text="Blank for the movement of the stage."
    )
    movement_options = models.JSONField(default=dict)
    rounds_planned = models.PositiveSmallIntegerField(
        null=True, help_text="Null for as many as in the session."
    )
    rounds_left_out = models.PositiveSmallIntegerField(
        default=0,
        help_text=("How many of the last planned rounds are not played, to save time."),
    )
    boards_left_out = models.JSONField(
        default=list,
        help_text=(
            "Round numbers in ascending order: from each of them on, every table plays one board "
            "less."
        ),
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["session", "number"], name="section_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"section {self.name or self.number}"

    @property
    def movement(self) -> Movement | None:
        """Return the section's movement or else the stage's; None for imported results."""
        if self.movement_key:
            return get_movement(self.movement_key, self.movement_options)
        return self.session.stage.movement

    @property
    def field(self) -> int:
        """Return the number of the field in which the section's results are compared.

        It is 0 if the results of all sections are compared, else the section's number.
        """
        return self.number if self.session.stage.ranks_sections_separately else 0

    @property
    def dealt_rounds(self) -> int:
        """Return the number of rounds planned at the deal, with those left out later."""
        return self.rounds_planned or self.session.rounds_planned

    @property
    def rounds_to_play(self) -> int:
        """Return the number of rounds that are played, without those left out."""
        return self.dealt_rounds - self.rounds_left_out

    @property
    def movement_rounds_to_play(self) -> int:
        """Return the rounds of the movement, for which the halves of a match are one round."""
        return self.rounds_to_play // self.session.stage.halves

    def boards_left_out_in(self, number: int) -> int:
        """Return how many boards fewer than planned each table plays in round `number`."""
        return sum(1 for first in self.boards_left_out if first <= number)

    def boards_in(self, number: int) -> int:
        """Return how many boards each table plays in round `number`."""
        return self.session.boards_per_round - self.boards_left_out_in(number)


class SectionAssignment(models.Model):
    """The assignment of a contestant to a section, with a number in the section's movement.

    If a session has no assignments, all contestants of the event play in it, or all qualifiers of
    the stage.
    """

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="assignments")
    contestant = models.ForeignKey(Contestant, on_delete=models.CASCADE, related_name="assignments")
    number = models.PositiveSmallIntegerField(help_text="From 1 within the section.")

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["section", "contestant"], name="allotted_once"),
            models.UniqueConstraint(fields=["section", "number"], name="allotment_number"),
        ]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"{self.number}: {self.contestant} in {self.section}"


class Round(models.Model):
    """A round of a section; all its tables play at the same time."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    drawn_from = models.JSONField(
        null=True,
        help_text=("Place and total by number when it was drawn; null if it was planned."),
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["section", "number"], name="round_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"round {self.number}"

    @property
    def is_playing(self) -> bool:
        """Return whether the round has started and not ended."""
        return self.started_at is not None and self.ended_at is None


class Table(models.Model):
    """A table of a section; incrementing `code_counter` makes earlier codes of it invalid."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="tables")
    number = models.PositiveSmallIntegerField()
    code_counter = models.PositiveIntegerField(default=0)

    class Meta:
        constraints = [models.UniqueConstraint(fields=["section", "number"], name="table_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"table {self.label}"

    @property
    def label(self) -> str:
        """Return the number after the letter or name of the section, such as `A3` or `Vic 3`."""
        name = self.section.name
        return f"{name} {self.number}" if len(name) > 1 else f"{name}{self.number}"


class Seating(models.Model):
    """A table in a round, with its seat holders and plays."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seatings")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seatings")
    draw_reason = models.JSONField(
        default=dict,
        help_text=(
            "Why it was drawn: a translatable sentence and its parameters; empty in a fixed plan."
        ),
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "table"], name="seating_once")]
        ordering = ["table__number"]

    def __str__(self) -> str:
        return f"{self.table} in {self.round}"


class SeatHolder(models.Model):
    """The holder of a seat at a table in a round: a contestant, and the player who sits there.

    The game determines to which line a seat belongs.
    """

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="places")
    seat = models.CharField(max_length=1)
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="places")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seating", "seat"], name="seat_once")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.contestant}"


class Substitution(models.Model):
    """A player who takes over a seat during a round, from one of the boards on.

    Boards of a round are played in the order of their numbers. For a substitute who plays a whole
    round, the player of the seat holder is changed instead. The contestant stays the same.
    """

    place = models.ForeignKey(SeatHolder, on_delete=models.CASCADE, related_name="substitutions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="substitutions")
    from_board = models.PositiveSmallIntegerField(
        help_text="Number of the first board that the player played there."
    )

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["place", "from_board"], name="substitution_once")
        ]

    def __str__(self) -> str:
        return f"{self.player} from board {self.from_board} on"


class SitOut(models.Model):
    """A contestant without opponents in a round.

    Stored for drawn rounds, for teams, and for contestants whose opponents have left. Other fixed
    plans do not need rows, because their sit-outs can be computed.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="sit_outs")
    draw_reason = models.JSONField(
        default=dict, help_text="A translatable sentence and its parameters."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "contestant"], name="sit_out_once")]
        ordering = ["contestant__number"]

    def __str__(self) -> str:
        return f"{self.contestant} sits out {self.round}"


class LineUp(models.Model):
    """One seat of a team's line-up for a round, with the player who is to sit there.

    A team submits its whole line-up at once: players for N and S at one table, and for E and W at
    the other. A line-up is secret until the other team has submitted one too, or the round starts.
    Then the players are copied to the seat holders.
    """

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="line_ups")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="line_ups")
    seat = models.CharField(max_length=1)
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="line_ups")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["round", "contestant", "seat"], name="line_up_seat_once"
            ),
            models.UniqueConstraint(
                fields=["round", "contestant", "player"], name="line_up_player_once"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.player} on {self.seat} for {self.contestant}"


class Break(models.Model):
    """A planned break of some minutes after a round of a session."""

    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="breaks")
    after_round = models.PositiveSmallIntegerField()
    minutes = models.PositiveSmallIntegerField()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["session", "after_round"], name="one_break_after")
        ]
        ordering = ["after_round"]

    def __str__(self) -> str:
        return f"{self.minutes} minutes after round {self.after_round}"


class TimeExtension(ActorColumns):
    """Time that a director added to a round or took from it; all extensions are added up."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="time_extensions")
    to_table = models.ForeignKey(
        Table,
        on_delete=models.CASCADE,
        null=True,
        related_name="time_extensions",
        help_text="Null for all tables of the section.",
    )
    seconds = models.IntegerField(help_text="Negative if time was taken.")

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.seconds} seconds for {self.round}"


class ClockPause(ActorColumns):
    """A pause of a section's clock, from `at` until `until`."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="pauses")
    until = models.DateTimeField(null=True, help_text="Null while the clock is paused.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["section"], condition=models.Q(until=None), name="one_open_pause_a_section"
            )
        ]
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"pause of {self.section}"
