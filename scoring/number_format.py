"""Format numbers: exact for programs; with two decimals, or truncated, for people."""

from fractions import Fraction

from games.x import X


def format_exact(award: Fraction | None) -> str | None:
    """Format an award, total or mean as a fraction, `3/2` or `2`; None stays None."""
    return None if award is None else str(award)


def x_as_json(x: X) -> int | str:
    """Return X as a JSON value: a whole number as a number, a half as the text `7/2`."""
    return int(x) if x.denominator == 1 else str(x)


def format_two_decimals(value: Fraction) -> str:
    """Format a value to the nearest hundredth."""
    hundredths = round(value * 100)
    sign = "-" if hundredths < 0 else ""
    return f"{sign}{abs(hundredths) // 100}.{abs(hundredths) % 100:02}"


def format_truncated(value: Fraction) -> str:
    """Format the whole part, as web sites show the percent scale: 63.636 as 63."""
    return str(int(value))
