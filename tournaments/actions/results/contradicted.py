"""What only the cards tell about a result; whoever says what they contradict is written down.

An answer that follows from the cards says something about them, and nobody is to ask about a hand
by trying: what a table says is taken as any other result, kept for the director and not scored. He
alone is refused.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace

from django.db import transaction
from django.utils import timezone

from games.fields import Outcome
from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.models import Play, Verb
from tournaments.permissions.visibility.hands import JUDGING, visible_hands
from tournaments.permissions.visibility.own_board_rule import plays_in_event

_PLAYS_IN_EVENT = _(
    "You play in this event, so you cannot decide this result of board %(board)s: let another "
    "director "
    "decide. Once the session is over you can."
)


@dataclass(frozen=True)
class AgainstTheCards(Problem):
    """What the cards of `play` contradict in its outcome, which is possible as such.

    `wrong` has pairs of a problem's code and the field that it is about, also where the problem
    itself does not say so to a member who plays in the event.
    """

    play: Play | None = field(default=None, repr=False)
    wrong: tuple[tuple[str, str | None], ...] = ()


def contradictions(play: Play, outcome: Outcome) -> list[AgainstTheCards]:
    """What the cards of the board contradict, where they are known; asked of an outcome without
    problems."""
    game = play.board.session.stage.event.game
    dealt = visible_hands(JUDGING, play.board) if game.judged_by_cards else None
    found = game.problems(outcome, dealt) if dealt else []
    return [
        AgainstTheCards(
            each.code,
            each.template,
            each.params,
            each.field,
            play=play,
            wrong=((each.code, each.field),),
        )
        for each in found
    ]


def decision_contradictions(play: Play, outcome: Outcome, actor: Actor) -> list[AgainstTheCards]:
    """Return why a director's decision is refused because of the cards.

    A member who plays in the event is not told which field they contradict, and has one attempt a
    play, so that nobody finds out about a hand by trying; once the session is over everybody may
    see the hands.
    """
    session = play.board.session
    if (
        actor.user_id is None
        or session.is_over
        or not plays_in_event(actor.user_id, session.stage.event_id)
    ):
        return contradictions(play, outcome)
    params = {"board": play.board.number}
    refusal = AgainstTheCards("plays_himself", _PLAYS_IN_EVENT, params, play=play)
    if play.contradictions.filter(user=actor.user_id).exists():
        return [refusal]
    wrong = tuple(pair for each in contradictions(play, outcome) for pair in each.wrong)
    return [replace(refusal, wrong=wrong)] if wrong else []


def note_contradictions(
    play: Play, found: Sequence[AgainstTheCards], actor: Actor, verb: Verb
) -> None:
    """Write down who said what the cards contradict, where they do: which fields of it, never a
    card."""
    if wrong := [pair for problem in found for pair in problem.wrong]:
        record(actor, verb, play.board.session.stage.event, play=play.pk, wrong=wrong)
        play.contradictions.create(wrong=wrong, at=timezone.now(), **actor.columns())


@contextmanager
def refusal_noted(actor: Actor) -> Iterator[None]:
    """Around a decision, or several: what is refused because of the cards, and rolled back, is
    noted.

    Raises `Refused` as the act does.
    """
    try:
        yield
    except Refused as refused:
        found = [problem for problem in refused.problems if isinstance(problem, AgainstTheCards)]
        with transaction.atomic():
            for play in dict.fromkeys(problem.play for problem in found if problem.play):
                of_play = [problem for problem in found if problem.play == play]
                note_contradictions(play, of_play, actor, Verb.REFUSED_RESULT)
        raise
