"""Why something may not be done, as a page says it: cards are called as they are where they are drawn."""

from games.cards import Pack
from games.problems import Problem
from games.text import Words
from games.text import gettext_noop as _
from games.trial import Trial
from tournaments.templatetags.cards import face, pack_name, suit_name

_CARD = _("%(rank)s of %(suit)s")


def objection_in_words(problem: Problem, pack: Pack) -> Words:
    """What is wrong; a card of the pack among its parameters by its name, whatever else as it was written."""
    written = str(problem.params.get("card", ""))
    if written not in map(str, pack):
        return Words(problem.template, problem.params)
    name = pack_name(pack)
    shown = face(written, name)
    card = Words(_CARD, {"rank": shown.rank, "suit": suit_name(shown.suit, name)})
    return Words(problem.template, {**problem.params, "card": card})


def why_not(trial: Trial) -> list[Words]:
    """For each card of the reader's that he may not play now, the rule against it; nothing between tricks."""
    if trial.position.trick is None:
        return []
    held = trial.game.sorted_hand(trial.position.held(trial.seat))
    problems = (trial.position.objection(str(card)) for card in held)
    return [objection_in_words(problem, trial.game.pack) for problem in problems if problem]
