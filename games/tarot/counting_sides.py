"""Ways to count cards in partnership games, which record the points of N-S only."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.cards import Pack
from games.fields import Field, Outcome, Value
from games.problems import Problem
from games.sums import FieldSum
from games.tarot.counting import CardPoints, DealtCards, TakenCards, cards_value, field_number
from games.text import gettext_noop as _
from games.x import X


@dataclass(frozen=True, kw_only=True)
class SidePoints(CardPoints):
    """Card points of two sides, of which only those of N-S are recorded.

    `deal_total` is what both sides have together.
    """

    deal_total: int

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """Return a field for the points of N-S."""
        return (
            Field(
                "ns_points",
                "number",
                _("Points"),
                min=0,
                max=self.deal_total,
                required=True,
                split_total=self.deal_total,
                owner="ns",
                has_plural_label=True,
            ),
        )

    def field_sums(self, lines: Iterable[str], dealt_cards: DealtCards) -> tuple[FieldSum, ...]:
        """Return no sums: the points of N-S determine those of E-W."""
        return ()

    def field_values(self, taken_by_line: Mapping[str, TakenCards]) -> dict[str, Value]:
        """Return the points of N-S."""
        return {"ns_points": self.points(taken_by_line["ns"])}

    def points_by_line(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """Return the recorded points for N-S, and the rest of the total for E-W."""
        ns = field_number(outcome, "ns_points")
        return {"ns": ns, "ew": self.deal_total - ns}


@dataclass(frozen=True, kw_only=True)
class GroupsOfThree(SidePoints):
    """Counting by card values, with one point for every three cards, rounded.

    A side that takes all tricks has all points, and they count twice.
    """

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """Return fields for the points of N-S, and for the side that took all tricks."""
        labels = {"none": _("neither"), "ns": _("N-S"), "ew": _("E-W")}
        sweep = Field(
            "all_tricks",
            "choice",
            _("All tricks"),
            tuple(labels),
            labels,
            default="none",
            is_rare=True,
        )
        return (*super().fields(lines, pack), sweep)

    def points(self, taken: TakenCards) -> int:
        """Return the value of the cards and a third of their number, rounded."""
        return cards_value(taken.cards, self.values) + round(len(taken.cards) / 3)

    def problems(self, lines: Iterable[str], outcome: Outcome) -> list[Problem]:
        """Return a problem if a side took all tricks but does not have all points."""
        expected = {"ns": self.deal_total, "ew": 0}.get(
            str(outcome["all_tricks"]), outcome["ns_points"]
        )
        if outcome["ns_points"] == expected:
            return []
        template = _("All tricks bring %(whole)s points, the others have none.")
        return [Problem("all_tricks_points", template, {"whole": self.deal_total}, "ns_points")]

    def field_values(self, taken_by_line: Mapping[str, TakenCards]) -> dict[str, Value]:
        """Return the points of N-S, and the side that took all tricks, if one did.

        With all tricks a side has all points.
        """
        sweepers = [
            line
            for line in taken_by_line
            if sum(line_cards.trick_count for line_cards in taken_by_line.values())
            == taken_by_line[line].trick_count
        ]
        if not sweepers:
            return {**super().field_values(taken_by_line), "all_tricks": "none"}
        return {
            "ns_points": self.deal_total if sweepers == ["ns"] else 0,
            "all_tricks": sweepers[0],
        }

    def points_by_line(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """Return the points of both sides; twice as many if one took all tricks."""
        factor = 1 if outcome["all_tricks"] == "none" else 2
        return {
            line: factor * points for line, points in super().points_by_line(lines, outcome).items()
        }
