"""An act that a page tries: what it refuses is shown, what it has done is said on the next page."""

from collections.abc import Callable, Iterable

from django.contrib import messages
from django.http import HttpRequest

from games.problems import Problem, Refused
from tournaments.forms import sentence


def attempt(act: Callable[[], object]) -> list[Problem]:
    """Why the act was refused; nothing where it is done."""
    try:
        act()
    except Refused as refused:
        return refused.problems
    return []


def say_problems(request: HttpRequest, problems: Iterable[Problem]) -> None:
    """Every reason as a notice on the next page, in the reader's language."""
    for problem in problems:
        messages.error(request, sentence(problem))


def attempt_and_say(request: HttpRequest, act: Callable[[], object], done: str) -> None:
    """Try the act and say on the next page what came of it: `done`, or every reason why not."""
    if problems := attempt(act):
        say_problems(request, problems)
    else:
        messages.success(request, done)
