"""A played session, and objections of its pairs."""

from collections.abc import Iterable

from tests.scenes.evening import at, play_out, started
from tournaments.actions.results.objections import object_to_result
from tournaments.models import Contestant, Objection, Play, Session
from tournaments.permissions.actor import Actor

SessionAndDirector = tuple[Session, Actor]

OBJECTION_TEXT = "we made 41, not 31"


def played_session() -> SessionAndDirector:
    """Play a session of four pairs to its end: three rounds of one board."""
    session, director = started(4, movement="howell", round_count=3, boards_per_round=1)
    play_out(session, director)
    return session, director


def play_of_pair(
    session: Session, number: int = 1, round_number: int = 1
) -> tuple[Play, Contestant, str]:
    """Return a play of a pair in a round, the pair, and its line."""
    pair = session.stage.event.contestants.select_related("event__club").get(number=number)
    related = Play.objects.select_related("board__session__stage__event", "seating__table__section")
    conditions = {"seating__places__contestant": pair, "seating__round__number": round_number}
    play = (
        related.filter(board__session=session, **conditions).distinct().order_by("board__number")[0]
    )
    seats = set(play.seating.places.filter(contestant=pair).values_list("seat", flat=True))
    return play, pair, "ns" if "N" in seats else "ew"


def create_objection(
    session: Session, number: int = 1, words: str = OBJECTION_TEXT, round_number: int = 1
) -> Objection:
    """Object to the pair's result in a round, from a phone at its table."""
    play, pair, line = play_of_pair(session, number, round_number)
    key = f"objects-{Objection.objects.count()}"
    return Objection.objects.get(
        pk=object_to_result(play, pair, words, at(play, line), key)["objection"]
    )


def codes_of(problems: Iterable[object]) -> list[str]:
    """Return the codes of problems."""
    return [getattr(problem, "code", "") for problem in problems]
