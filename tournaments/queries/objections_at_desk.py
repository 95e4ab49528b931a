"""Objections as a reader of the desk may know of them: of every session, in sections that he
directs."""

from dataclasses import replace

from tournaments.models import Objection, Play, Session
from tournaments.permissions.roles import MAY_RUN_A_SECTION, sections_run_by
from tournaments.queries.decisions import Waiting, read_waiting


def only_of_directed(session: Session, waiting: list[Waiting], reader: int) -> list[Waiting]:
    """Who objects, and in which words, is for who directs there; a scorer sees that somebody
    does."""
    if not any(each.objections for each in waiting):
        return waiting
    directed = sections_run_by(reader, session.stage.event, MAY_RUN_A_SECTION)
    his = Play.objects.filter(seating__round__section__in=directed, objections__answered_at=None)
    known = set(his.values_list("pk", flat=True))
    return [each if each.play in known else replace(each, objections=()) for each in waiting]


def objected_before(session: Session, reader: int) -> list[Waiting]:
    """What waits because somebody objects to a result of a session before this one.

    Players may still do so while the desk works on the one after it.
    """
    if session.stage.number == session.number == 1:
        return []
    elsewhere = Play.objects.filter(board__session__stage__event=session.stage.event_id)
    waiting = Objection.objects.unanswered().filter(
        play__in=elsewhere.exclude(board__session=session)
    )
    related = waiting.select_related("play__board__session__stage").order_by("pk")
    sittings = {each.play_id: each.play.board.session.sitting for each in related}
    if not sittings:
        return []
    directed = sections_run_by(reader, session.stage.event, MAY_RUN_A_SECTION).exclude(
        session=session
    )
    found = (each for each in read_waiting(directed) if each.play in sittings)
    return [replace(each, sitting=sittings[each.play]) for each in found]
