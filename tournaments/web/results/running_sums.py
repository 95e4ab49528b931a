"""What the numbers of an entry form make together while they are typed."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext, pgettext

from games.fields import read_outcome
from games.game import Game
from games.sums import Sum


@dataclass(frozen=True)
class RunningSum:
    """What numbers make together, and what they should, which is None where it is not known.

    `of` is whose they are, where they are all one's.
    """

    label: str
    ids: str
    made: int
    total: int | None
    of: str = ""

    @property
    def apart(self) -> int:
        """How far it is from its total."""
        return abs(self.made - (self.total or 0))

    @property
    def verdict(self) -> str:
        """`right`, `missing` or `over`; nothing while they make nothing, or where no total is
        known."""
        if self.total is None or not self.made:
            return ""
        return (
            "right" if self.made == self.total else "over" if self.made > self.total else "missing"
        )

    @property
    def in_words(self) -> str:
        """The verdict in the reader's language, with how far it is from its total."""
        if self.verdict == "right":
            return gettext("it adds up")
        off = {"missing": pgettext("points", "missing"), "over": pgettext("points", "too many")}
        return f"{off[self.verdict]}: {self.apart}" if self.verdict else ""


@dataclass(frozen=True)
class RunningDifference:
    """What the first of two lines has made more than the other, in what is asked of both again
    and again."""

    more: RunningSum
    less: RunningSum

    @property
    def made(self) -> int:
        """The difference; below nothing where the other has made more."""
        return self.more.made - self.less.made


def running(game: Game, submitted: Mapping[str, object]) -> Iterator[RunningSum]:
    """The sums of the game over what was said so far, as far as they are known without the
    cards."""
    outcome, _problems = read_outcome(
        game.fields, {each.name: submitted.get(each.name) for each in game.fields}
    )
    for each in game.sums(game.board(1)):
        made = sum(int(outcome[name] or 0) for name in each.fields)
        yield RunningSum(gettext(each.label), _ids(each), made, each.total, each.line)


def difference_of(totals: Sequence[RunningSum]) -> RunningDifference | None:
    """What one line makes over the other, where there are two."""
    return RunningDifference(*totals) if len(totals) == 2 else None


def _ids(each: Sum) -> str:
    return " ".join(f"id_{name}" for name in each.fields)
