"""Contestants: registered from a pasted list, one a line."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from games.problems import Problem, Refused
from games.text import gettext_noop as _
from tournaments.actions.actor import Actor
from tournaments.actions.audit import record
from tournaments.models import Club, Contestant, Event, Partner, Player

_BETWEEN = re.compile(r"\s+[-–—]\s+|\s*[/,;&+\t]\s*|\s+(?:i|y|and)\s+")
_LONGEST = 80


def read_pairs(text: str) -> list[str]:
    """The pairs of a pasted list, one a line: two names with a dash, slash, comma, `i`, `y` or `and` between.

    Raises `Refused` naming every line that is empty between others, has not two names, or repeats somebody.
    """
    lines = text.strip().splitlines()
    pairs = [_names(line) for line in lines]
    problems = [problem for number, names in enumerate(pairs, 1) for problem in _pair_problems(number, names)]
    problems += _repeated(pairs)
    if not lines:
        problems = [Problem("no_pairs", _("Write the pairs, one on each line."), field="pairs")]
    if problems:
        raise Refused(problems)
    return [" – ".join(names) for names in pairs]


def register_contestants(event: Event, names: Sequence[str], actor: Actor) -> list[Contestant]:
    """Contestants numbered from 1 in the order given, their players known to the club by name.

    Raises `Refused` when there are too few to play.
    """
    if len(names) < 2:
        raise Refused([Problem("too_few", _("An event needs at least two contestants."), field="pairs")])
    contestants = Contestant.objects.bulk_create(
        Contestant(event=event, number=number, name=name) for number, name in enumerate(names, 1)
    )
    Partner.objects.bulk_create(
        Partner(contestant=contestant, number=number, player=_player(event.club, name))
        for contestant in contestants
        for number, name in enumerate(contestant.name.split(" – "), 1)
    )
    record(actor, "register contestants", event, count=len(contestants))
    return contestants


def _player(club: Club, name: str) -> Player:
    return club.players.filter(name=name).first() or Player.objects.create(club=club, name=name)


def _names(line: str) -> list[str]:
    return [" ".join(name.split()) for name in _BETWEEN.split(line.strip())] if line.strip() else []


def _pair_problems(number: int, names: Sequence[str]) -> Iterable[Problem]:
    if not names:
        yield _at(number, "empty_line", _("Line %(line)s is empty: write a pair or take the line out."))
    elif len(names) != 2 or not all(names):
        yield _at(
            number,
            "not_a_pair",
            _("Line %(line)s needs two names with a dash between: Anna Puig - Berta Roca."),
        )
    if any(len(name) > _LONGEST for name in names):
        yield _at(number, "name_too_long", _("Line %(line)s has a name of more than 80 letters."))


def _repeated(pairs: Sequence[Sequence[str]]) -> Iterable[Problem]:
    said = Counter(name.casefold() for names in pairs for name in names if name)
    for number, names in enumerate(pairs, 1):
        for name in names:
            if said[name.casefold()] > 1:
                template = _(
                    "Line %(line)s: %(name)s is in the list twice; add a surname to tell two people apart."
                )
                yield Problem("repeated_name", template, {"line": number, "name": name}, "pairs", number)


def _at(number: int, code: str, template: str) -> Problem:
    return Problem(code, template, {"line": number}, "pairs", number)
