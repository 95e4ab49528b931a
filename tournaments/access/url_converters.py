"""What may stand in an address, for pages and API alike."""

from django.urls.converters import IntConverter, PathConverter, SlugConverter

from games.strict_json import MAX_DIGITS
from tournaments.actions.clubs.club import ADDRESS_WORDS


class NumberConverter(IntConverter):
    """A number that a row could have; a longer one is an address without a page."""

    regex = f"[0-9]{{1,{MAX_DIGITS}}}"


class AnythingConverter(PathConverter):
    """Whatever stands in an address, line ends too, which `path` leaves to the pages of people."""

    regex = "(?s:.+)"


class ClubConverter(SlugConverter):
    """A slug that a club may have: no first word of another address, so that these can come
    after."""

    regex = f"(?!(?:{'|'.join(sorted(ADDRESS_WORDS))})/){SlugConverter.regex}"


CONVERTERS: dict[str, type] = {
    "number": NumberConverter,
    "anything": AnythingConverter,
    "club": ClubConverter,
}
"""By the words that addresses call them by."""
