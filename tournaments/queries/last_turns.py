"""The last time that a round ended or began in each section: whoever takes that back looks for
it."""

from dataclasses import dataclass

from tournaments.models import Act, Round, Session
from tournaments.queries.acts import STARTS, turns_of_rounds, verb_done


@dataclass(frozen=True)
class LastTurn:
    """The act, and the names of the sections whose last turn it was; none where it was that of all.

    `starts`: with it these sections began to play.
    """

    act: Act
    sections: tuple[str, ...]
    starts: bool


def last_turns(session: Session) -> list[LastTurn]:
    """Of each section of a session the last act that ended a round or began one and was not undone.

    The latest first; an act that was the last one of several sections is there once.
    """
    names = dict(session.sections.order_by("number").values_list("pk", "name"))
    of_round = dict(Round.objects.filter(section__in=names).values_list("pk", "section_id"))
    found: list[LastTurn] = []
    missing = set(names)
    for act, rounds in turns_of_rounds(session).items():
        here = missing & {of_round[each] for each in rounds if each in of_round}
        missing -= here
        if here:
            called = (
                ()
                if len(here) == len(names)
                else tuple(names[each] for each in names if each in here)
            )
            found.append(LastTurn(act, called, verb_done(act) in STARTS))
    return found
