"""Sessions, sections, rounds and tables, with seating, sit-outs and the clock."""

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
    """A continuous period of play, with one deal.

    The commitment is public at once, the salt once it is fixed, the seed once the session is over.
    """

    class State(models.TextChoices):
        """Progress of the session; a state is never returned to."""

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
        """Whether it is finished: all boards are unsealed and the seed is public."""
        return self.state == self.State.FINISHED

    @property
    def rounds_to_play(self) -> int:
        """Rounds of the longest section: those planned, without those left out."""
        return max(section.rounds_to_play for section in self.sections.all())

    @property
    def boards_per_movement_round(self) -> int:
        """Boards per round as the movement counts them: those of all halves of a match."""
        return self.boards_per_round * self.stage.halves

    @cached_property
    def sitting(self) -> int:
        """The session's number within the event, as in public addresses.

        `number` starts at 1 in each stage.
        """
        if self.stage.number == 1:
            return self.number
        before = Session.objects.filter(
            stage__event=self.stage.event_id, stage__number__lt=self.stage.number
        )
        last = (
            before.order_by()
            .values("stage")
            .annotate(last=Max("number"))
            .values_list("last", flat=True)
        )
        return self.number + sum(last)


class Seed(models.Model):
    """The secret from which a session's hands are dealt.

    A model of its own, so that no query of sessions loads it by accident.
    """

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, related_name="seed", primary_key=True
    )
    hex = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"seed of session {self.session_id}"


class Section(models.Model):
    """Tables that share a movement and its rounds; most sessions have one section."""

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
        """Its own movement or that of the stage; None for imported results without one."""
        if self.movement_key:
            return get_movement(self.movement_key, self.movement_options)
        return self.session.stage.movement

    @property
    def field(self) -> int:
        """The field of its results: 0 for all sections together, else the section's number."""
        return self.number if self.session.stage.ranks_sections_separately else 0

    @property
    def dealt_rounds(self) -> int:
        """Rounds planned at the deal, including those left out since."""
        return self.rounds_planned or self.session.rounds_planned

    @property
    def rounds_to_play(self) -> int:
        """Rounds that are played."""
        return self.dealt_rounds - self.rounds_left_out

    @property
    def movement_rounds_to_play(self) -> int:
        """Rounds as the movement counts them: the halves of a match are one."""
        return self.rounds_to_play // self.session.stage.halves

    def boards_left_out_in(self, number: int) -> int:
        """Return how many boards fewer than planned each table plays in a round."""
        return sum(1 for first in self.boards_left_out if first <= number)

    def boards_in(self, number: int) -> int:
        """Return how many boards each table plays in a round."""
        return self.session.boards_per_round - self.boards_left_out_in(number)


class SectionAssignment(models.Model):
    """Assignment of a contestant to a section, with its number in the section's movement.

    A session without assignments is for all contestants of the event, or all qualifiers of the
    stage.
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
    """A round of play at all tables of a section."""

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
        """Whether it has started and not ended."""
        return self.started_at is not None and self.ended_at is None


class Table(models.Model):
    """A table of a section; incrementing `code_counter` revokes the codes printed before."""

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
        """The number, preceded by the letter or name of the section: `A3` or `Vic 3`."""
        name = self.section.name
        return f"{name} {self.number}" if len(name) > 1 else f"{name}{self.number}"


class Seating(models.Model):
    """A table in a round; its boards are its plays."""

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
    """A seat at a table in a round, with the contestant ranked for it and the player on it.

    The game assigns seats to lines.
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
    """A player who takes over a seat within a round, from one of its boards on.

    Boards are played in order of number. For a whole round the seat's player is changed instead.
    The ranked contestant stays the same.
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
    """A contestant without opponents in a drawn round; fixed plans store no sit-outs."""

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
    """A seat that a team assigns to one of its players in a round.

    A team declares its whole line-up at once: N and S at one table, E and W at the other. It is
    secret until the other team has declared too, or the round starts; then it is copied to the
    seats.
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
    """A planned break after a round of a session, in minutes."""

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
    """Time that a director added to a round, or took from it; extensions add up."""

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
