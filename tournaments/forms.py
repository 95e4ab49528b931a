"""Parse submitted text, translate texts, and prepare the fields of entry forms for templates.

Only the syntax of submitted text is checked here; the actions check the rules.
"""

import re
import secrets
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from django.utils.translation import gettext, ngettext

from games.explanations.formatted_numbers import RoundedNumber, SignedNumber
from games.fields import Field, Outcome
from games.problems import Problem
from games.strict_json import MAX_DIGITS
from games.text import PluralText, Text
from tournaments.templatetags.awards import rounded, signed


def parse_number(text: str | None) -> int:
    """Return the number in a text, such as an id; 0, which is no id, for any other text."""
    return int(text) if text and text.isdecimal() and len(text) <= MAX_DIGITS else 0


_RANGE = re.compile(r"(\d{1,5})(?:-(\d{1,5}))?")
_MAX_NUMBERS = 20_000


def parse_number_list(text: str) -> tuple[int, ...]:
    """Return the numbers of a text such as `1-12, 15`, in the order of the text.

    Raises `ValueError` for other text, and for more than 20,000 numbers.
    """
    numbers: list[int] = []
    for part in re.split(r"[,;\s]+", re.sub(r"\s*[-–]\s*", "-", text.strip())):
        match = _RANGE.fullmatch(part)
        first, last = (int(match[1]), int(match[2] or match[1])) if match else (1, 0)
        if last < first or len(numbers) + last - first >= _MAX_NUMBERS:
            raise ValueError(part)
        numbers += range(first, last + 1)
    return tuple(numbers)


def format_number_list(numbers: Iterable[int]) -> str:
    """Return sorted numbers as a text with ranges, such as `1-12, 15`."""
    runs: list[list[int]] = []
    for number in sorted(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return ", ".join("-".join(map(str, run)) for run in runs)


_CURRENCY = r"(?:[$¢£¥\u20a0-\u20cf円]|EUR|euros?)?"
_FULL_WIDTH = str.maketrans("．，－￥＄", ".,-¥$")
# Thousands may be grouped by a mark other than the decimal mark: 1.000,00 and 1,000.00 are the same
# amount.
_AMOUNT = re.compile(
    rf"{_CURRENCY}\s*(?P<whole>\d{{1,6}}|\d{{1,3}}(?P<mark>[.,'’ ])\d{{3}}(?:(?P=mark)\d{{3}})?)"
    rf"(?:(?!(?P=mark))[.,](?:(?P<cents>\d{{1,2}})|[-–—−]{{1,2}}))?\s*{_CURRENCY}",
    re.IGNORECASE,
)


def parse_cents(text: str) -> int | None:
    """Return an amount of money in cents, or None if the text is no amount.

    The text may have a currency before or after the amount, grouped thousands, and a dash instead
    of the cents: `5 €`, `5,-`.
    """
    match = _AMOUNT.fullmatch(" ".join(text.translate(_FULL_WIDTH).split()))
    if not match:
        return None
    return int(re.sub(r"\D", "", match["whole"])) * 100 + int((match["cents"] or "").ljust(2, "0"))


_FRACTION = re.compile(r"(\d{1,4})/([1-9]\d{0,3})|(\d{1,3})(?:[.,](\d))?\s?%?")


def parse_fraction(text: str) -> Fraction | None:
    """Return the fraction that a text such as `50`, `12.5 %` or `1/3` means, or None.

    A number without a slash is a percentage.
    """
    match = _FRACTION.fullmatch(text.strip())
    if not match:
        return None
    if match[1]:
        return Fraction(int(match[1]), int(match[2]))
    return Fraction(f"{match[3]}.{match[4] or 0}") / 100


def parse_age_seconds(text: str | None) -> int | None:
    """Return how many seconds have passed since an entry by the phone's clock, or None."""
    return int(text) if text and text.isdecimal() and len(text) <= MAX_DIGITS else None


def _with_minus_sign(text: str) -> str:
    """Return the text with the typographic minus sign."""
    return text.replace("-", "−")


@dataclass(frozen=True)
class EntryFormField:
    """A field of the entry form, with the submitted text and its problems."""

    field: Field
    submitted: str
    problems: list[str]

    @property
    def choices(self) -> list[tuple[str, str]]:
        """Return the choices with translated labels."""
        labels = self.field.labels
        return [(choice, gettext(labels.get(choice, choice))) for choice in self.field.choices]

    @property
    def label(self) -> str:
        """Return the translated name of the field."""
        return gettext(self.field.label)

    @property
    def title(self) -> str:
        """Return the translated name of the field with its line or seat, and with its leg."""
        return translate_text(self.field.title)

    @property
    def worth(self) -> str:
        """Return the points that the field gives, or those of each choice, as text."""
        return _with_minus_sign(self.field.points_text) or ", ".join(
            map(self.worth_of, self.field.choice_points)
        )

    def worth_of(self, choice: str) -> str:
        """Return the points that a choice gives as text, or "" if the game does not say."""
        return (
            _with_minus_sign(f"{self.field.choice_points[choice]:+}")
            if choice in self.field.choice_points
            else ""
        )

    @property
    def is_rare(self) -> bool:
        """Return whether the form asks the field last, because most results leave it blank."""
        return self.field.is_rare or self.is_optional

    @property
    def is_filled_in(self) -> bool:
        """Return whether something other than blank or the default was submitted."""
        return not self.field.is_blank_or_default(self.submitted)

    @property
    def keyboard(self) -> str:
        """Return the HTML `inputmode`; it is numeric only for fields without negative numbers.

        The numeric keypad of phones has no minus sign.
        """
        return "text" if self.field.min is None or self.field.min < 0 else "numeric"

    @property
    def is_optional(self) -> bool:
        """Return whether the field is a choice without a default that may stay blank."""
        return (
            self.field.kind == "choice" and self.field.default is None and not self.field.required
        )

    @property
    def leg(self) -> str:
        """Return the translated leg of the field, or blank in games without legs."""
        leg = self.field.leg
        return "" if leg is None else gettext("Leg %(leg)s") % {"leg": leg}


def entry_form_fields(
    fields: Iterable[Field], submitted: Mapping[str, object], problems: Iterable[Problem] = ()
) -> list[EntryFormField]:
    """Return the fields of a game, each with its submitted or default text and its problems."""
    problems = list(problems)
    return [
        EntryFormField(
            field,
            _as_text(submitted.get(field.name, field.default)),
            _problems_of(field.name, problems),
        )
        for field in fields
    ]


# The value of a field that the browser did not send, by the kind of field.
_OMITTED_MEANS = {"flag": "no"}

# Prefix of the name of a choice among several fields. Its value names one of them with a value,
# such as `a_kings_4=yes`.
EXCLUSIVE_CHOICE_PREFIX = "one-of-"


def read_submitted_fields(fields: Iterable[Field], posted: Mapping[str, str]) -> dict[str, str]:
    """Return the text of each field in a posted form; that of an unticked box is "no".

    The form may have the part of the other line instead of a number (`Field.other_part`); the
    number is then computed. A choice with a forged value is returned under the name of the choice,
    which the game rejects because it is no field.
    """
    field_by_name = {field.name: field for field in fields}
    submitted = {
        name: posted.get(name, _OMITTED_MEANS.get(field.kind, "")).strip()
        for name, field in field_by_name.items()
    }
    for name, field in field_by_name.items():
        if field.other_part and name not in posted:
            submitted[name] = field.remainder_text(posted.get(field.other_part.name, "").strip())
    for name, text in posted.items():
        if name.startswith(EXCLUSIVE_CHOICE_PREFIX) and text:
            submitted |= _exclusive_choice(field_by_name, name, text)
    return submitted


def _exclusive_choice(field_by_name: Mapping[str, Field], name: str, text: str) -> dict[str, str]:
    chosen, _is, value = text.partition("=")
    first_field, field = (
        field_by_name.get(name.removeprefix(EXCLUSIVE_CHOICE_PREFIX)),
        field_by_name.get(chosen),
    )
    is_valid = first_field and field and field.excludes(first_field)
    return {chosen: value.strip()} if is_valid else {name: text}


def outcome_as_submitted(outcome: Outcome) -> dict[str, str]:
    """Return an outcome as a form would submit it."""
    return {name: _as_text(value) for name, value in outcome.items()}


def problem_text(problem: Problem) -> str:
    """Return the translated text of a problem, with its translated parameters."""
    return _translate(problem.template, problem.params)


def translate_text(text: Text) -> str:
    """Return a text in the reader's language, with its translated parameters."""
    if isinstance(text, PluralText):
        return _interpolate(ngettext(text.one, text.template, text.number), text.params)
    return _translate(text.template, text.params)


def _translate(template: str, params: Mapping[str, object]) -> str:
    return _interpolate(gettext(template), params) if params else gettext(template)


def _interpolate(template: str, params: Mapping[str, object]) -> str:
    return template % {key: _param_text(key, value) for key, value in params.items()}


# Names of the parameters of draw reasons that are totals, which are stored as exact fractions.
_TOTALS = {"total", "upper", "lower"}

_EXACT_FRACTION = re.compile(r"-?\d{1,300}/0*[1-9]\d{0,300}")


def _param_text(key: str, value: object) -> object:
    match value:
        case Text():
            return translate_text(value)
        case SignedNumber(number):
            return signed(number) if number.denominator <= 2 else rounded(number)
        case RoundedNumber(number, decimals):
            return rounded(number, decimals)
    if key in _TOTALS and isinstance(value, str) and _EXACT_FRACTION.fullmatch(value):
        return rounded(Fraction(value))
    return gettext(value) if isinstance(value, str) and value else value


def _problems_of(name: str, problems: Iterable[Problem]) -> list[str]:
    return [problem_text(problem) for problem in problems if problem.field == name]


def _as_text(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def new_idempotency_key() -> str:
    """Return a new idempotency key for a form, so that sending it twice stores it once."""
    return secrets.token_hex(16)
