"""How far each section of a session is, in a line each: what is shown of two hundred venues."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.db.models import Count, Max, Min, Q, QuerySet

from tournaments.models import Play, Round, Section, Session


@dataclass(frozen=True)
class SectionProgress:
    """A section: the `round` it plays of `rounds`, 0 where it plays none, and how many of them are
    over.

    `missing` counts boards without a result in that round, `overdue` those in rounds that are over,
    `conflicts` results on which two sides differ in all of its rounds.
    """

    pk: int
    number: int
    name: str
    venue: str
    round: int
    rounds: int
    over: int
    missing: int
    overdue: int
    conflicts: int

    @property
    def is_to_start(self) -> bool:
        """Whether it has not begun."""
        return self.rounds > 0 and not self.round and not self.over

    @property
    def is_done(self) -> bool:
        """Whether all of its rounds are over."""
        return 0 < self.rounds == self.over


@dataclass(frozen=True)
class RoundGoingOn:
    """A round that `sections` sections play, and how many boards of it miss a result in all of
    them."""

    number: int
    sections: int
    missing: int


def rounds_going_on(progress: Sequence[SectionProgress]) -> list[RoundGoingOn]:
    """The rounds that are played somewhere, by number."""
    numbers = sorted({each.round for each in progress if each.round})
    return [
        _going_on(number, [each for each in progress if each.round == number]) for number in numbers
    ]


def _going_on(number: int, playing: Sequence[SectionProgress]) -> RoundGoingOn:
    return RoundGoingOn(number, len(playing), sum(each.missing for each in playing))


def is_played(session: Session) -> bool:
    """Whether some section of a session plays a round, or is still to start with its first one."""
    open_ = Round.objects.filter(section__session=session, ended_at=None)
    playing = ~Q(started_at=None) if session.stage.is_drawn else ~Q(started_at=None) | Q(number=1)
    return open_.filter(playing).exists()


def read_progress(sections: QuerySet[Section]) -> tuple[SectionProgress, ...]:
    """Each section in the order of their numbers, in three queries however many they are."""
    rounds, plays = _rounds(sections), _plays(sections)
    return tuple(
        SectionProgress(
            section.pk,
            section.number,
            section.name,
            section.venue.name if section.venue else "",
            *rounds.get(section.pk, (0, 0, 0)),
            *plays.get(section.pk, (0, 0, 0)),
        )
        for section in sections.select_related("venue").order_by("number")
    )


def _rounds(sections: QuerySet[Section]) -> Mapping[int, tuple[int, int, int]]:
    """By section: the round it plays, how many it has, and how many are over."""
    playing = Min("number", filter=Q(ended_at=None) & ~Q(started_at=None))
    over = Count("pk", filter=~Q(ended_at=None))
    found = Round.objects.filter(section__in=sections).order_by().values("section")
    counted = found.annotate(playing=playing, most=Max("number"), over=over)
    return {row["section"]: (row["playing"] or 0, row["most"], row["over"]) for row in counted}


def _plays(sections: QuerySet[Section]) -> Mapping[int, tuple[int, int, int]]:
    """By section: boards without a result in the round being played and in earlier ones, and
    conflicts."""
    started, ended = ~Q(seating__round__started_at=None), ~Q(seating__round__ended_at=None)
    open_ = Play.objects.filter(state__in=(Play.State.DUE, Play.State.CONFLICT))
    found = (
        open_.filter(seating__round__section__in=sections)
        .order_by()
        .values("seating__round__section")
    )
    counted = found.annotate(
        missing=Count("pk", filter=Q(state=Play.State.DUE) & started & ~ended),
        overdue=Count("pk", filter=Q(state=Play.State.DUE) & started & ended),
        conflicts=Count("pk", filter=Q(state=Play.State.CONFLICT)),
    )
    return {
        row["seating__round__section"]: (row["missing"], row["overdue"], row["conflicts"])
        for row in counted
    }
