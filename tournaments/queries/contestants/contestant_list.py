"""List the contestants of an event with the plan of its latest session, and who has paid."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from django.db.models import OuterRef, Subquery

from games.game import MIN_TEAM_SIZE
from tournaments.models import Contestant, Event, SeatHolder, Section, SectionAssignment, Session
from tournaments.queries.rounds.plan import PlanSummary, plan_summary
from tournaments.queries.rounds.seating import has_assignments


@dataclass(frozen=True)
class ContestantList:
    """An event's contestants by number, and the plan of its latest session.

    `is_open` is true until the session starts, `is_running` while it is played. `is_drawn` is true
    if its rounds are drawn one by one, `is_season` if it takes several evenings. In the first
    session contestants who do not come are withdrawn; in later ones they are `absent`.
    `is_divisible` is true while the session may be divided into sections.

    `unnamed` are the contestants known by number alone. `sections` are those a newcomer can choose
    from, empty if the session is not divided. Amounts are exact, in units of the currency.
    """

    contestants: tuple[Contestant, ...]
    fee: Fraction
    is_open: bool
    is_first_session: bool
    is_divisible: bool
    absent: frozenset[int]
    is_running: bool
    is_drawn: bool
    is_season: bool
    unnamed: frozenset[int]
    plan: PlanSummary
    sections: tuple[Section, ...]

    @property
    def present(self) -> list[Contestant]:
        """Return the contestants who have not left and play in the session."""
        active = (contestant for contestant in self.contestants if contestant.withdrawn_at is None)
        return [contestant for contestant in active if contestant.pk not in self.absent]

    @property
    def present_unnamed(self) -> list[Contestant]:
        """Return the present contestants who are known by number alone."""
        return [contestant for contestant in self.present if contestant.pk in self.unnamed]

    @property
    def must_choose_section(self) -> bool:
        """Return whether a newcomer must choose a section."""
        return must_choose_section(self.sections)

    @property
    def paid_count(self) -> int:
        """Return the number of contestants who have paid."""
        return sum(contestant.paid_at is not None for contestant in self.contestants)

    @property
    def paid_amount(self) -> Fraction:
        """Return the sum paid so far."""
        return self.paid_count * self.fee

    @property
    def unpaid_amount(self) -> Fraction:
        """Return the sum that has not been paid yet."""
        return len(self.contestants) * self.fee - self.paid_amount


def contestant_list(event: Event, session: Session) -> ContestantList:
    """Return the contestants of an event with the plan of its latest session.

    Imported events have no movement.
    """
    stage = session.stage
    is_open = session.state in (Session.State.CREATED, Session.State.DEALT)
    return ContestantList(
        contestants=_annotated_contestants(event, session),
        fee=Fraction(event.fee_cents, 100),
        is_open=is_open,
        is_first_session=not SeatHolder.objects.filter(contestant__event=event)
        .exclude(seating__round__section__session=session)
        .exists(),
        is_divisible=is_open
        and not event.read_only
        and not stage.is_drawn
        and bool(stage.movement_key),
        absent=_missing_ids(event, session),
        is_running=session.state == Session.State.RUNNING and not event.read_only,
        is_drawn=session.stage.is_drawn,
        is_season=bool(stage.movement and stage.movement.is_season),
        unnamed=_unnamed_ids(event),
        plan=plan_summary(session),
        sections=_sections(session),
    )


def _annotated_contestants(event: Event, session: Session) -> tuple[Contestant, ...]:
    """Return all contestants, annotated with the name of their `section` and the `table_now`.

    `section` is set in divided sessions. `table_now` is the table's primary key in the current
    round.
    """
    assignments = SectionAssignment.objects.filter(
        contestant=OuterRef("pk"), section__session=session
    )
    current_places = SeatHolder.objects.filter(
        contestant=OuterRef("pk"),
        seating__round__section__session=session,
        seating__round__started_at__isnull=False,
        seating__round__ended_at=None,
    )
    contestants = event.contestants.annotate(
        section=Subquery(assignments.values("section__name")[:1]),
        table_now=Subquery(current_places.values("seating__table")[:1]),
    )
    return tuple(contestants.prefetch_related("partners__player"))


def must_choose_section(sections: Sequence[Section]) -> bool:
    """Return whether a newcomer must choose a section, as a venue may be in another town."""
    return len(sections) > 1 and any(section.venue_id for section in sections)


def _sections(session: Session) -> tuple[Section, ...]:
    sections = tuple(session.sections.order_by("number"))
    return sections if len(sections) > 1 else ()


def _missing_ids(event: Event, session: Session) -> frozenset[int]:
    """Return the contestants who are not assigned to a session with explicit assignments."""
    if not has_assignments(session):
        return frozenset()
    missing = event.contestants.exclude(assignments__section__session=session)
    return frozenset(missing.values_list("pk", flat=True))


def _unnamed_ids(event: Event) -> frozenset[int]:
    """Return the contestants without players; none for teams, whose players may be unknown."""
    if event.players_each == MIN_TEAM_SIZE:
        return frozenset()
    return frozenset(event.contestants.filter(partners=None).values_list("pk", flat=True))
