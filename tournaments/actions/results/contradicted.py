"""What only the cards tell about a result; whoever says what they contradict is written down.

An answer that follows from the cards says something about them, and nobody is to ask about a hand by trying:
what a table says is taken as any other result, kept for the director and not scored. He alone is refused.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from django.db import transaction
from django.utils import timezone

from games.fields import Outcome
from games.problems import Problem, Refused
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.models import Play, Verb
from tournaments.queries.visibility.hands import JUDGING, visible_hands


@dataclass(frozen=True)
class AgainstTheCards(Problem):
    """What the cards of `play` contradict in its outcome, which is possible as such."""

    play: Play | None = field(default=None, repr=False)


def contradictions(play: Play, outcome: Outcome) -> list[AgainstTheCards]:
    """What the cards of the board contradict, where they are known; asked of an outcome without problems."""
    game = play.board.session.stage.event.game
    dealt = visible_hands(JUDGING, play.board) if game.judged_by_cards else None
    found = game.problems(outcome, dealt) if dealt else []
    return [AgainstTheCards(each.code, each.template, each.params, each.field, play=play) for each in found]


def note_contradictions(play: Play, found: Sequence[Problem], actor: Actor, verb: Verb) -> None:
    """Write down who said what the cards contradict, where they do: which fields of it, never a card."""
    if found:
        wrong = [(problem.code, problem.field) for problem in found]
        record(actor, verb, play.board.session.stage.event, play=play.pk, wrong=wrong)
        play.contradictions.create(wrong=wrong, at=timezone.now(), **actor.columns())


@contextmanager
def refusal_noted(actor: Actor) -> Iterator[None]:
    """Around a decision, or several: what is refused because of the cards, and rolled back, is noted.

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
