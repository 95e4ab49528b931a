"""How what two sides have taken counts: the points of N-S are written down, E-W have the rest."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from games.cards import Pack
from games.fields import Field, Outcome, Value
from games.problems import Problem
from games.sums import Sum
from games.tarot.counting import CardPoints, DealtCards, TakenCards, cards_value, field_number
from games.text import gettext_noop as _
from games.x import X


@dataclass(frozen=True, kw_only=True)
class SidePoints(CardPoints):
    """As card by card, for two sides; `whole` is what they make together."""

    deal_total: int

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """The points of N-S."""
        return (
            Field(
                "ns_points",
                "number",
                _("Points"),
                min=0,
                max=self.deal_total,
                required=True,
                whole=self.deal_total,
                of="ns",
                plural=True,
            ),
        )

    def sums(self, lines: Iterable[str], dealt_cards: DealtCards) -> tuple[Sum, ...]:
        """None: one number settles both."""
        return ()

    def field_values(self, taken: Mapping[str, TakenCards]) -> dict[str, Value]:
        """The points of N-S."""
        return {"ns_points": self.points(taken["ns"])}

    def points_by_line(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """Points as written, and the rest."""
        ns = field_number(outcome, "ns_points")
        return {"ns": ns, "ew": self.deal_total - ns}


@dataclass(frozen=True, kw_only=True)
class GroupsOfThree(SidePoints):
    """Three cards count one point, rounded to the nearest; all tricks bring a side all points,
    twice over."""

    def fields(self, lines: Iterable[str], pack: Pack) -> tuple[Field, ...]:
        """The points of N-S, and which side took all tricks, if one did."""
        labels = {"none": _("neither"), "ns": _("N-S"), "ew": _("E-W")}
        sweep = Field(
            "all_tricks",
            "choice",
            _("All tricks"),
            tuple(labels),
            labels,
            default="none",
            rare=True,
        )
        return (*super().fields(lines, pack), sweep)

    def points(self, taken: TakenCards) -> int:
        """The value of the cards, and the nearest whole number to a third of them."""
        return cards_value(taken.cards, self.values) + round(len(taken.cards) / 3)

    def problems(self, lines: Iterable[str], outcome: Outcome) -> list[Problem]:
        """A side that took all tricks without having all points."""
        expected = {"ns": self.deal_total, "ew": 0}.get(
            str(outcome["all_tricks"]), outcome["ns_points"]
        )
        if outcome["ns_points"] == expected:
            return []
        template = _("All tricks bring %(whole)s points, the others have none.")
        return [Problem("all_tricks_points", template, {"whole": self.deal_total}, "ns_points")]

    def field_values(self, taken: Mapping[str, TakenCards]) -> dict[str, Value]:
        """The points of N-S; all of them, or none, where one side took every trick."""
        sweepers = [
            line
            for line in taken
            if sum(line_cards.trick_count for line_cards in taken.values())
            == taken[line].trick_count
        ]
        if not sweepers:
            return {**super().field_values(taken), "all_tricks": "none"}
        return {
            "ns_points": self.deal_total if sweepers == ["ns"] else 0,
            "all_tricks": sweepers[0],
        }

    def points_by_line(self, lines: Iterable[str], outcome: Outcome) -> dict[str, X]:
        """Points as written, and the rest; twice as many after a sweep."""
        factor = 1 if outcome["all_tricks"] == "none" else 2
        return {
            line: factor * points for line, points in super().points_by_line(lines, outcome).items()
        }
