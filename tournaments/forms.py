"""What a page sends, read for shape only: the rules speak later, in the actions."""

import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from games.explanations.numbers import Rounded, Signed
from games.fields import Field, Outcome
from games.problems import Problem
from games.strict_json import MAX_DIGITS
from games.text import PluralText, Text
from tournaments.templatetags.awards import rounded, signed


def parse_number(text: str | None) -> int:
    """The number that a page sent, of a row or a place; 0, which nothing has, where it sent
    none."""
    return int(text) if text and text.isdecimal() and len(text) <= MAX_DIGITS else 0


_RANGE = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?")
_MOST_NUMBERS = 20_000


def parse_number_list(text: str) -> tuple[int, ...]:
    """Numbers as people write them, `1-12, 15`, in the order they stand.

    Raises ValueError for other text, and for more numbers than anybody means.
    """
    numbers: list[int] = []
    for part in re.split(r"[,;\s]+", re.sub(r"\s*[-–]\s*", "-", text.strip())):
        found = _RANGE.fullmatch(part)
        first, last = (int(found[1]), int(found[2] or found[1])) if found else (1, 0)
        if last < first or len(numbers) + last - first >= _MOST_NUMBERS:
            raise ValueError(part)
        numbers += range(first, last + 1)
    return tuple(numbers)


def format_number_list(numbers: Iterable[int]) -> str:
    """The same numbers in order, as people write them."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


_CURRENCY = r"(?:[$¢£¥\u20a0-\u20cf円]|EUR|euros?)?"
_FULL_WIDTH = str.maketrans("．，－￥＄", ".,-¥$")
# Thousands may be grouped by a mark that is not the decimal mark: 1.000,00 and 1,000.00 are one
# amount.
_AMOUNT = re.compile(
    rf"{_CURRENCY}\s*(?P<whole>\d{{1,6}}|\d{{1,3}}(?P<mark>[.,'’ ])\d{{3}}(?:(?P=mark)\d{{3}})?)"
    rf"(?:(?!(?P=mark))[.,](?:(?P<cents>\d{{1,2}})|[-–—−]{{1,2}}))?\s*{_CURRENCY}",
    re.IGNORECASE,
)


def parse_cents(text: str) -> int | None:
    """Read an amount of money as people write it, in cents; None where it is none.

    It may have a currency before or after it, groups of thousands, and a dash for no cents: `5 €`,
    `5,-`.
    """
    found = _AMOUNT.fullmatch(" ".join(text.translate(_FULL_WIDTH).split()))
    if not found:
        return None
    return int(re.sub(r"\D", "", found["whole"])) * 100 + int((found["cents"] or "").ljust(2, "0"))


_PART = re.compile(r"(\d{1,4})/([1-9]\d{0,3})|(\d{1,3})(?:[.,](\d))?\s?%?")


def parse_fraction(text: str) -> Fraction | None:
    """A part as people write it, `50`, `12.5 %` or `1/3`: numbers are percent; None where it is
    none."""
    found = _PART.fullmatch(text.strip())
    if not found:
        return None
    if found[1]:
        return Fraction(int(found[1]), int(found[2]))
    return Fraction(f"{found[3]}.{found[4] or 0}") / 100


def parse_age_seconds(text: str | None) -> int | None:
    """How many seconds ago a phone says that something was said; None where it says no such
    number."""
    return int(text) if text and text.isdecimal() and len(text) <= MAX_DIGITS else None


def _minus(text: str) -> str:
    """The text with a true minus sign."""
    return text.replace("-", "−")


@dataclass(frozen=True)
class EntryFormField:
    """A field of the entry form as a template shows it: what was said so far, and what is wrong
    with it."""

    field: Field
    submitted: str
    problems: list[str]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """The choices with their words in the reader's language."""
        labels = self.field.labels
        return [(choice, gettext(labels.get(choice, choice))) for choice in self.field.choices]

    @property
    def label(self) -> str:
        """The field's name in the reader's language."""
        return gettext(self.field.label)

    @property
    def title(self) -> str:
        """The same where it stands alone: whose it is and in which leg."""
        return translate_text(self.field.title)

    @property
    def worth(self) -> str:
        """What it brings, or each way in which it may go."""
        return _minus(self.field.worth) or ", ".join(map(self.worth_of, self.field.choice_points))

    def worth_of(self, choice: str) -> str:
        """What one of its choices brings; nothing where the game says nothing of it."""
        return (
            _minus(f"{self.field.choice_points[choice]:+}")
            if choice in self.field.choice_points
            else ""
        )

    @property
    def is_rare(self) -> bool:
        """Whether it is asked last: most results have nothing of it."""
        return self.field.rare or self.is_optional

    @property
    def is_filled_in(self) -> bool:
        """Whether anything is said that an empty field would not say."""
        return not self.field.is_blank_or_default(self.submitted)

    @property
    def keyboard(self) -> str:
        """The HTML `inputmode` of a number: a phone's numeric keypad has no minus sign."""
        return "text" if self.field.min is None or self.field.min < 0 else "numeric"

    @property
    def is_optional(self) -> bool:
        """Whether nothing at all may be said: a choice that has no default and is not required."""
        return (
            self.field.kind == "choice" and self.field.default is None and not self.field.required
        )

    @property
    def leg(self) -> str:
        """The leg it is asked about; nothing where there are none."""
        leg = self.field.leg
        return "" if leg is None else gettext("Leg %(leg)s") % {"leg": leg}


def entry_form_fields(
    fields: Iterable[Field], submitted: Mapping[str, object], problems: Iterable[Problem] = ()
) -> list[EntryFormField]:
    """The fields of a game with what was said and the problems of each."""
    problems = list(problems)
    return [
        EntryFormField(
            field, _text(submitted.get(field.name, field.default)), _of(field.name, problems)
        )
        for field in fields
    ]


_LEFT_OUT = {"flag": "no"}
"""What a form says of a field that it leaves out, by the field's kind."""

EXCLUSIVE_CHOICE_PREFIX = "one-of-"
"""How the name of a choice begins that speaks for one of several fields, as in `a_kings_4=yes`."""


def read_submitted_fields(fields: Iterable[Field], posted: Mapping[str, str]) -> dict[str, str]:
    """What a posted form says about each field; an unticked box says no.

    A choice that was forged stands there under its own name, which is no field.
    """
    known = {field.name: field for field in fields}
    said = {
        name: posted.get(name, _LEFT_OUT.get(field.kind, "")).strip()
        for name, field in known.items()
    }
    for name, text in posted.items():
        if name.startswith(EXCLUSIVE_CHOICE_PREFIX) and text:
            said |= _chosen(known, name, text)
    return said


def _chosen(known: Mapping[str, Field], name: str, text: str) -> dict[str, str]:
    chosen, _is, value = text.partition("=")
    first, field = known.get(name.removeprefix(EXCLUSIVE_CHOICE_PREFIX)), known.get(chosen)
    return {chosen: value.strip()} if first and field and field.excludes(first) else {name: text}


def outcome_as_submitted(outcome: Outcome) -> dict[str, str]:
    """An outcome as a form would send it."""
    return {name: _text(value) for name, value in outcome.items()}


def problem_text(problem: Problem) -> str:
    """The problem in the reader's language; words among its parameters are translated too."""
    return _translated(problem.template, problem.params)


def translate_text(words: Text) -> str:
    """Marked words in the reader's language, with those among their parameters."""
    if isinstance(words, PluralText):
        return _filled(ngettext(words.one, words.template, words.number), words.params)
    return _translated(words.template, words.params)


def _translated(template: str, params: Mapping[str, object]) -> str:
    return _filled(gettext(template), params) if params else gettext(template)


def _filled(template: str, params: Mapping[str, object]) -> str:
    return template % {key: _word(key, value) for key, value in params.items()}


_TOTALS = {"total", "upper", "lower"}
"""What a reason of a draw calls the totals in it, which are stored exactly."""

_PARTS = re.compile(r"-?\d{1,300}/0*[1-9]\d{0,300}")


def _word(key: str, value: object) -> object:
    match value:
        case Text():
            return translate_text(value)
        case Signed(number):
            return signed(number) if number.denominator <= 2 else rounded(number)
        case Rounded(number, decimals):
            return rounded(number, decimals)
    if key in _TOTALS and isinstance(value, str) and _PARTS.fullmatch(value):
        return rounded(Fraction(value))
    return gettext(value) if isinstance(value, str) and value else value


def _of(name: str, problems: Iterable[Problem]) -> list[str]:
    return [problem_text(problem) for problem in problems if problem.field == name]


def _text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def new_idempotency_key() -> str:
    """A one-time key for a form: sent twice, it is stored once."""
    return secrets.token_hex(16)
