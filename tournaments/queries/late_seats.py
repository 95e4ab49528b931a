"""Where whoever comes late would sit: searched before he is seated, and shown to the director
first."""

from collections.abc import Sequence
from typing import NamedTuple

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from games.typed_text import comparison_key
from tournaments.models import Act, Entry, Event, Section, Session, Verb
from tournaments.queries.contestants import must_choose_section
from tournaments.queries.free_tables import FreeTable, tables_for_newcomer
from tournaments.queries.running_session import running_session_of
from tournaments.queries.seats_in_turn import seats_in_turn
from tournaments.queries.section_travels import sections_sent

_NO_PLACE = _(
    "No place is free: every contestant has opponents in the rounds to come. A pair that comes "
    "late can take "
    "over from one that leaves."
)
_WHICH = _("Say in which section they play: not all are played in the same place.")
_UNKNOWN = _("There is no section %(section)s in this session.")


class LateSeats(NamedTuple):
    """The section, by its row, in which somebody would play, and his tables; none where rounds
    are drawn."""

    section: int
    tables: tuple[FreeTable, ...] = ()


def find_late_seats(event: Event, named: str = "") -> LateSeats:
    """Where a newcomer would sit in the session that is played, in the section `named`; blank, in
    any.

    Raises `Refused` where nothing is being played, where there is no such section or one has to be
    named, and where he can be in none.
    """
    session = running_session_of(event, Session.objects.all())
    sections = _open_sections(session, named.strip())
    return LateSeats(sections[0].pk) if session.stage.is_drawn else _first_with_room(sections)


def find_seats_in_turn(event: Event, named: str = "") -> LateSeats:
    """Where a newcomer would sit in a full plan while another contestant sits out in each round.

    Raises `Refused` as `find_late_seats` does.
    """
    session = running_session_of(event, Session.objects.all())
    sections = _open_sections(session, named.strip())
    sent = set(sections_sent(Section.objects.filter(pk__in=[each.pk for each in sections])))
    for section in sections:
        if section not in sent and (found := seats_in_turn(section)):
            return LateSeats(section.pk, tuple(found))
    raise Refused([Problem("no_place", _NO_PLACE)])


def start_to_take_back(session: Session) -> int | None:
    """The act that started a session, while no table has entered anything and the plan is one;
    else None."""
    entries = Entry.objects.filter(play__board__session=session)
    if session.stage.is_drawn or session.sections.count() > 1 or entries.exists():
        return None
    starts = Act.objects.filter(session=session, kind=Verb.START_SESSION, undone_by=None)
    return starts.order_by("-pk").values_list("pk", flat=True).first()


def _open_sections(session: Session, named: str) -> list[Section]:
    """Where whoever comes late may play: in the section `named`, in capitals or not; blank, in any.

    Raises `Refused` where there is none of that name, and where none is named though some are
    played at a venue, which is another town.
    """
    related = session.sections.select_related("session__stage__event__club")
    sections = list(related.order_by("number"))
    if named:
        sections = [each for each in sections if comparison_key(each.name) == comparison_key(named)]
        if not sections:
            raise Refused([Problem("unknown_section", _UNKNOWN, {"section": named}, "section")])
    elif must_choose_section(sections):
        raise Refused([Problem("which_section", _WHICH, field="section")])
    return sections


def _first_with_room(sections: Sequence[Section]) -> LateSeats:
    """One that was sent as a file would not know of him. Raises `Refused` where he can be in
    none."""
    sent = set(sections_sent(Section.objects.filter(pk__in=[each.pk for each in sections])))
    for section in sections:
        if section not in sent and (found := tables_for_newcomer(section)):
            return LateSeats(section.pk, tuple(found))
    raise Refused([Problem("no_place", _NO_PLACE)])
