"""Rounds that are drawn: what was drawn and why, and what a director does next about it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Q

from games.text import Text
from tournaments.models import Contestant, Entry, Play, Round, Seating, Session
from tournaments.movements.base.team_matches import match_round_number
from tournaments.queries.people.names import by_name
from tournaments.queries.rounds.rounds import contestants_by_line, draw_reason_text
from tournaments.queries.rounds.seating import with_contestants
from tournaments.queries.standings.draw_basis import changes_since_draw


@dataclass(frozen=True)
class DrawnTable:
    """A table of a drawn round: the contestants of each line, and why they meet."""

    number: int
    lines: Mapping[str, list[Contestant]]
    why: Text | None


@dataclass(frozen=True)
class DrawnSitOut:
    """Who has no table, and why."""

    contestant: Contestant
    why: Text | None


@dataclass(frozen=True)
class DrawnPlace:
    """Where one contestant goes; `table` is None for a sit-out."""

    contestant: Contestant
    table: int | None
    line: str
    against: str


@dataclass(frozen=True)
class DrawnRound:
    """A round with its tables and sit-outs; `changeable` until a table has sent a result."""

    round: Round
    tables: tuple[DrawnTable, ...]
    sit_outs: tuple[DrawnSitOut, ...]
    changeable: bool

    @property
    def places(self) -> list[DrawnPlace]:
        """Where everybody goes, by name, for the wall."""
        seated = [
            DrawnPlace(contestant, table.number, line, _against(table, line))
            for table in self.tables
            for line, contestants in table.lines.items()
            for contestant in contestants
        ]
        resting = [DrawnPlace(each.contestant, None, "", "") for each in self.sit_outs]
        return sorted([*seated, *resting], key=lambda place: by_name(place.contestant.name))

    @property
    def contestants(self) -> list[Contestant]:
        """Everybody in the round, by number; a team that sits at two tables once."""
        return sorted({place.contestant for place in self.places}, key=lambda each: each.number)


@dataclass(frozen=True)
class NextDraw:
    """What comes next: `drawn`, the round that waits to begin; otherwise round `number` is to be
    drawn.

    `missing` are the tables of the round before without a settled result, `changed` is what has
    changed since the draw in what it was made from.
    """

    number: int
    drawn: Round | None
    missing: tuple[int, ...]
    changed: tuple[Text, ...] = ()


def next_draw(session: Session) -> NextDraw | None:
    """What is to be done about the next round; None while one is played, after the last, in a
    fixed plan."""
    if not session.stage.is_drawn or session.is_over:
        return None
    if not (drawn := last_drawn_rounds(session)):
        return NextDraw(1, None, ())
    if any(each.is_playing for each in drawn):
        return None
    for each in drawn:
        if each.started_at is None:
            return NextDraw(each.number, each, (), tuple(changes_since_draw(each)))
    if drawn[-1].number >= session.rounds_to_play:
        return None
    return NextDraw(drawn[-1].number + 1, None, unsettled_tables(drawn))


def unsettled_tables(rounds: Sequence[Round]) -> tuple[int, ...]:
    """The numbers of the tables of which some board has no result, or two that differ."""
    missing = Q(plays__state__in=(Play.State.DUE, Play.State.CONFLICT))
    unsettled = missing | Q(plays__entry__contradicted=True)
    seatings = Seating.objects.filter(unsettled, round__in=rounds).order_by("table__number")
    return tuple(seatings.values_list("table__number", flat=True).distinct())


def last_round(session: Session) -> Round | None:
    """The round with the highest number there is."""
    return Round.objects.filter(section__session=session).order_by("number").last()


def last_drawn_rounds(session: Session) -> list[Round]:
    """The rounds that were drawn last, by number: one, or the halves of the matches of teams."""
    rounds = list(Round.objects.filter(section__session=session).order_by("number"))
    halves = session.stage.halves
    turns = [match_round_number(each.number, halves) for each in rounds]
    return [each for each, turn in zip(rounds, turns, strict=True) if turn == turns[-1]]


def read_draw(round_: Round) -> DrawnRound:
    """Everything about a drawn round."""
    session = round_.section.session
    places = with_contestants()
    seatings = round_.seatings.select_related("table").prefetch_related(places)
    last = last_drawn_rounds(session)
    has_entries = Entry.objects.filter(play__seating__round__in=last).exists()
    return DrawnRound(
        round_,
        tuple(
            DrawnTable(
                seating.table.number,
                contestants_by_line(session.stage.event.game, seating.places.all()),
                draw_reason_text(seating.draw_reason),
            )
            for seating in seatings.order_by("table__number")
        ),
        tuple(
            DrawnSitOut(each.contestant, draw_reason_text(each.draw_reason))
            for each in round_.sit_outs.select_related("contestant")
        ),
        changeable=not has_entries and round_ in last and not session.is_over,
    )


def _against(table: DrawnTable, line: str) -> str:
    others = [each for other, each in table.lines.items() if other != line]
    return ", ".join(contestant.name for contestants in others for contestant in contestants)
