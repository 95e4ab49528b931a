"""URL path converters for pages and API."""

from django.urls.converters import IntConverter, PathConverter, SlugConverter

from games.strict_json import MAX_DIGITS
from tournaments.actions.clubs.club import RESERVED_SLUGS


class NumberConverter(IntConverter):
    """A number that may be an id; a number with too many digits does not match."""

    regex = f"[0-9]{{1,{MAX_DIGITS}}}"


class AnythingConverter(PathConverter):
    """Any text, including line ends, which Django's `path` does not match."""

    regex = "(?s:.+)"


class ClubConverter(SlugConverter):
    """A slug that a club may have; the first words of other URLs do not match."""

    regex = f"(?!(?:{'|'.join(sorted(RESERVED_SLUGS))})/){SlugConverter.regex}"


# Converters by the type name in URL patterns.
CONVERTERS: dict[str, type] = {
    "number": NumberConverter,
    "anything": AnythingConverter,
    "club": ClubConverter,
}
