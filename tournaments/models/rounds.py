"""Sessions, sections, rounds and tables: who sits where, who rests, and the clock."""

from django.db import models
from django.db.models import Max
from django.utils.functional import cached_property
from django.utils.translation import gettext_lazy as _

from tournaments.models.clubs import Venue
from tournaments.models.contestants import Contestant
from tournaments.models.events import Stage
from tournaments.models.history import ActedBy
from tournaments.models.people import Player
from tournaments.movements.base.movement import Movement
from tournaments.movements.catalogue import get_movement


class Session(models.Model):
    """One sitting: its commitment is public at once, its salt once fixed, its seed once it is
    over."""

    class State(models.TextChoices):
        """How far the evening is: states only ever follow one another."""

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
        max_length=64, blank=True, help_text="Blank where the hands are not known."
    )
    salt = models.CharField(max_length=200, null=True, help_text="Null until fixed.")  # noqa: DJ001 (empty is a salt)
    minutes_per_round = models.PositiveSmallIntegerField(
        null=True, help_text="Null where a round has as long as the club takes for its boards."
    )
    minutes_available = models.PositiveSmallIntegerField(
        null=True,
        help_text=(
            "For how long it may last, as it was typed when it was planned; null if nobody did."
        ),
    )
    tables_make_up = models.BooleanField(
        default=False, help_text="Whether the tables make up the boards from packs of cards."
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
        """Whether nothing more is played: every board is unsealed and the seed is public."""
        return self.state == self.State.FINISHED

    @property
    def rounds_to_play(self) -> int:
        """How many rounds its longest section plays: as many as planned, but for those left out."""
        return max(each.rounds_to_play for each in self.sections.all())

    @property
    def boards_a_meeting(self) -> int:
        """How many boards a round has as its movement counts them: those of all halves of a
        match."""
        return self.boards_per_round * self.stage.halves

    @cached_property
    def sitting(self) -> int:
        """Its number in its event, which public addresses have: each stage numbers its sessions
        from 1."""
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
    """The secret from which a session's hands follow; kept apart so that no listing meets it by
    chance."""

    session = models.OneToOneField(
        Session, on_delete=models.CASCADE, related_name="seed", primary_key=True
    )
    hex = models.CharField(max_length=64)

    def __str__(self) -> str:
        return f"seed of session {self.session_id}"


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


class Round(models.Model):
    """One turn of play at every table of a section."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="rounds")
    number = models.PositiveSmallIntegerField()
    started_at = models.DateTimeField(null=True)
    ended_at = models.DateTimeField(null=True)
    drawn_from = models.JSONField(
        null=True,
        help_text=(
            "Place and total of everybody, by number, when it was drawn; null where it was planned."
        ),
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["section", "number"], name="round_number")]
        ordering = ["number"]

    def __str__(self) -> str:
        return f"round {self.number}"

    @property
    def is_playing(self) -> bool:
        """Whether it has begun and not ended."""
        return self.started_at is not None and self.ended_at is None


class Table(models.Model):
    """A table of the room; raising `code_counter` revokes the codes printed before."""

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
        """What it is called in the room: its number, behind the letter or the name of its
        section."""
        name = self.section.name
        return f"{name} {self.number}" if len(name) > 1 else f"{name}{self.number}"


class Seating(models.Model):
    """This table in this round; its boards are its plays."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="seatings")
    table = models.ForeignKey(Table, on_delete=models.CASCADE, related_name="seatings")
    why = models.JSONField(
        default=dict,
        help_text=(
            "Why it was drawn: a sentence to translate and its parameters; empty in a fixed plan."
        ),
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "table"], name="seating_once")]
        ordering = ["table__number"]

    def __str__(self) -> str:
        return f"{self.table} in {self.round}"


class Place(models.Model):
    """A seat of a seating with who is ranked for it and who sat down on it; the game gives its
    line."""

    seating = models.ForeignKey(Seating, on_delete=models.CASCADE, related_name="places")
    seat = models.CharField(max_length=1)
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="places")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, null=True, related_name="places")

    class Meta:
        constraints = [models.UniqueConstraint(fields=["seating", "seat"], name="seat_once")]

    def __str__(self) -> str:
        return f"{self.seat}: {self.contestant}"


class Substitution(models.Model):
    """Somebody else on a place from a board of its round on; boards are played in the order of
    their numbers.

    Of a whole round he simply has the place. Who is ranked stays who he was.
    """

    place = models.ForeignKey(Place, on_delete=models.CASCADE, related_name="substitutions")
    player = models.ForeignKey(Player, on_delete=models.PROTECT, related_name="substitutions")
    board = models.PositiveSmallIntegerField(
        help_text="The number of the first board that he played there."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["place", "board"], name="substitution_once")]

    def __str__(self) -> str:
        return f"{self.player} from board {self.board} on"


class SitOut(models.Model):
    """A contestant who was there but had no opponents in a drawn round; in a fixed plan rests
    are gaps."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="sit_outs")
    contestant = models.ForeignKey(Contestant, on_delete=models.PROTECT, related_name="sit_outs")
    why = models.JSONField(
        default=dict, help_text="The reason: a sentence to translate and its parameters."
    )

    class Meta:
        constraints = [models.UniqueConstraint(fields=["round", "contestant"], name="sit_out_once")]
        ordering = ["contestant__number"]

    def __str__(self) -> str:
        return f"{self.contestant} sits out {self.round}"


class LineUp(models.Model):
    """A seat that a team keeps for one of its players: N or S at one of its tables, E or W at the
    other.

    A team declares all of them at once. They are secret until the other team of the match has
    declared too; then, or when the round begins, the places say them to everybody.
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
    """Minutes in which nobody plays, planned after a round of a session: the next one's time
    follows them."""

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


class TimeGiven(ActedBy):
    """Time that a director gave a round besides its own, or took from it; all that is given adds
    up."""

    round = models.ForeignKey(Round, on_delete=models.CASCADE, related_name="times_given")
    to_table = models.ForeignKey(
        Table,
        on_delete=models.CASCADE,
        null=True,
        related_name="times_given",
        help_text="Null where every table of its section has it.",
    )
    seconds = models.IntegerField(help_text="Negative where time was taken.")

    class Meta:
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"{self.seconds} seconds for {self.round}"


class Pause(ActedBy):
    """The clock of a section stood, from `at` until somebody let it go on."""

    section = models.ForeignKey(Section, on_delete=models.CASCADE, related_name="pauses")
    until = models.DateTimeField(null=True, help_text="Null while it stands.")

    class Meta:
        constraints = [
            models.UniqueConstraint(
                fields=["section"], condition=models.Q(until=None), name="one_open_pause_a_section"
            )
        ]
        ordering = ["at", "pk"]

    def __str__(self) -> str:
        return f"pause of {self.section}"
