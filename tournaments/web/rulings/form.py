"""What a director writes when he gives awards: for each line one choice, and its numbers where
it has any."""

import re
from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.given.averages import Average
from scoring.given.written import MOST_PARTS, NOT_PLAYED
from scoring.method import Method

_FIXED, _PERCENT, _WEIGHTED = "fixed", "percent", "weighted"
_NUMBER = re.compile(r"[-−+]?\d{1,6}(/[1-9]\d{0,3}|[.,]\d{1,3})?", re.ASCII)

_AVERAGES = (
    (Average.PLUS.value, _("average plus")),
    (Average.AVERAGE.value, _("average")),
    (Average.MINUS.value, _("average minus")),
)


class AwardsForm(forms.Form):
    """What all lines have in common: why, and the revision that the awards replace."""

    key = forms.CharField(max_length=80, widget=forms.HiddenInput)
    replaces = forms.IntegerField(min_value=0, widget=forms.HiddenInput)
    reason = forms.CharField(
        label=_("Reason"),
        required=False,
        help_text=_("It must be said. Everybody can read it on the scorecards."),
        widget=forms.TextInput(attrs={"list": "usual-reasons"}),
    )


class LineForm(forms.Form):
    """What one line is given: `kind` says which of the numbers counts."""

    kind = forms.ChoiceField(label=_("It is given"), widget=forms.RadioSelect, required=False)
    amount = forms.CharField(
        label=_("Award or percent"),
        required=False,
        help_text=_("For an award or percent, such as 1.5, 3/2 or 60."),
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
    )

    def __init__(
        self, line: str, method: Method, data: Mapping[str, str] | None, given: str
    ) -> None:
        super().__init__(data, prefix=line, initial=_written_as(given))
        self.line = line
        self.fields["kind"].choices = list(_choices(method))  # type: ignore[attr-defined]
        for number in range(1, MOST_PARTS + 1):
            self.fields[f"weight{number}"] = _number(_("Percent"))
            self.fields[f"x{number}"] = _number(_("X"))

    @property
    def parts(self) -> Iterator[tuple[forms.BoundField, forms.BoundField]]:
        """The fields of each X that is weighed, its percent first."""
        return (
            (self[f"weight{number}"], self[f"x{number}"]) for number in range(1, MOST_PARTS + 1)
        )

    def given(self) -> str:
        """What the line is given, as it is stored; something that nobody can read where numbers
        are wrong."""
        said = {name: self.data.get(self.add_prefix(name), "").strip() for name in self.fields}
        if said["kind"] == _FIXED:
            return _exact(said["amount"])
        if said["kind"] == _PERCENT:
            return f"{_exact(said['amount'].removesuffix('%').strip())}%"
        return ",".join(_parts(said)) if said["kind"] == _WEIGHTED else said["kind"]


def line_forms(
    lines: Iterable[str],
    method: Method,
    data: Mapping[str, str] | None = None,
    given: Mapping[str, str] | None = None,
) -> tuple[LineForm, ...]:
    """A form for each line, of what the method offers; with what it is `given` by now, if it is."""
    return tuple(LineForm(line, method, data, (given or {}).get(line, "")) for line in lines)


def _written_as(given: str) -> dict[str, str]:
    """What fields say of an award as it is stored; nothing of none, so that nobody gives one by
    mistake."""
    if not given:
        return {}
    if given.endswith("%"):
        return {"kind": _PERCENT, "amount": given.removesuffix("%")}
    if ":" in given:
        return {"kind": _WEIGHTED} | dict(_fields_of_parts(given.split(",")))
    if given == NOT_PLAYED or given in [key for key, _name in _AVERAGES]:
        return {"kind": given}
    return {"kind": _FIXED, "amount": given}


def _fields_of_parts(parts: Iterable[str]) -> Iterator[tuple[str, str]]:
    for number, part in enumerate(parts, 1):
        weight, _colon, x = part.partition(":")
        yield f"weight{number}", str(100 * Fraction(weight))
        yield f"x{number}", x


def _choices(method: Method) -> Iterator[tuple[str, Any]]:
    if method.offers_averages:
        yield from _AVERAGES
    if method.offers_percent:
        yield _PERCENT, _("percent")
    yield _FIXED, _("an award")
    if method.holds_any_x:
        yield _WEIGHTED, _("a weighted award")
    yield NOT_PLAYED, _("not played")


def _number(label: Any) -> forms.CharField:
    widget = forms.TextInput(attrs={"autocomplete": "off"})
    return forms.CharField(label=label, required=False, widget=widget)


def _parts(said: Mapping[str, str]) -> Iterator[str]:
    for number in range(1, MOST_PARTS + 1):
        weight, x = said[f"weight{number}"].removesuffix("%").strip(), said[f"x{number}"]
        if weight or x:
            whole = _exact(weight)
            part = "?" if whole == "?" else str(Fraction(whole) / 100)
            yield f"{part}:{_exact(x)}"


def _exact(text: str) -> str:
    """A number as people write it, exact; a question mark for what is none."""
    if not _NUMBER.fullmatch(text):
        return "?"
    return str(Fraction(text.replace("−", "-").replace(",", ".")))
