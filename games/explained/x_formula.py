"""How X came about where several games count alike."""

from collections.abc import Iterable

from games.explained.explanation import Explanation
from games.explained.formula import Formula
from games.explained.numbers import shortest
from games.seats import PAIRS, line_in_words
from games.text import Words
from games.text import gettext_noop as _
from games.x import X

_WRITTEN = _("%(line)s made %(x)s.")


def explained(sentence: Words, template: str, numbers: dict[str, X]) -> Explanation:
    """X by a sentence and by the formula of its numbers."""
    return Explanation("x", sentence, Formula(template, numbers))


def x_as_written(line: str, x: X, among: Iterable[str]) -> Explanation:
    """X is what the table wrote down; `among` are all lines."""
    return explained(
        Words(_WRITTEN, {"line": line_in_words(line, among), "x": shortest(x)}), "%(x)s", {"x": x}
    )


def over_other(line: str, own: X, theirs: X, said: str) -> Explanation:
    """X is what a line made over the other; `said` has places for the line and both numbers."""
    sentence = Words(
        said, {"line": line_in_words(line, PAIRS), "own": shortest(own), "theirs": shortest(theirs)}
    )
    return explained(sentence, "%(own)s − %(theirs)s", {"own": own, "theirs": theirs})
