"""What only the cards tell about a result; whoever says what they contradict is written down.

A refusal that follows from the cards says something about them: nobody is to ask about a hand by trying.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import groupby

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


def contradictions(play: Play, outcome: Outcome) -> list[Problem]:
    """What the cards of the board contradict, where they are known; asked of an outcome without problems."""
    game = play.board.session.stage.event.game
    dealt = visible_hands(JUDGING, play.board) if game.judged_by_cards else None
    found = game.problems(outcome, dealt) if dealt else []
    return [AgainstTheCards(each.code, each.template, each.params, each.field, play=play) for each in found]


@contextmanager
def contradictions_noted(actor: Actor) -> Iterator[None]:
    """Around an act: when it is refused because of the cards, and rolled back, it is noted who tried what.

    Which fields, and what was wrong with them, never a card. Raises `Refused` as the act does.
    """
    try:
        yield
    except Refused as refused:
        found = [problem for problem in refused.problems if isinstance(problem, AgainstTheCards)]
        for play, own in groupby(found, key=lambda problem: problem.play):
            if play is not None:
                _note(play, [(problem.code, problem.field) for problem in own], actor)
        raise


def _note(play: Play, wrong: list[tuple[str, str | None]], actor: Actor) -> None:
    with transaction.atomic():
        record(actor, Verb.REFUSED_RESULT, play.board.session.stage.event, play=play.pk, wrong=wrong)
        play.contradictions.create(wrong=wrong, at=timezone.now(), **actor.columns())
