"""Read typed names of people and contestants; store, split and sort names."""

import re
from collections.abc import Sequence

from django.utils.translation import get_language

from games.game import MIN_TEAM_SIZE
from games.typed_text import DASHES, clean_text, collation_key, comparison_key, has_letters

# Separates the two players in the name of a pair.
PAIR_SEPARATOR = " – "

# The maximum number of characters of a person's name.
MAX_NAME_LENGTH = 80

_WHITESPACE = re.compile(r"\s+")
_EXPLICIT_SEPARATORS = (
    rf"(?:^|\s)[{re.escape(DASHES)}]{{1,3}}(?:\s|$)",
    r"\s?[/;&+\t]\s?",
    r"\s?,\s?",
)
_BETWEEN_SINGLE_PLAYERS = re.compile("|".join(_EXPLICIT_SEPARATORS[:2]))
# Separators of the players of a pair, the most explicit first. They match at most one blank of a
# run: trying each blank of a long run would take quadratic time.
_TYPED_SEPARATORS = [
    re.compile(mark) for mark in (*_EXPLICIT_SEPARATORS, "[–—―]", r"\s(?:i|y|and)\s")
]

# Marks of Japanese keyboards between two names, and their meaning there.
_WIDE_MARKS = str.maketrans(
    {"／": "/", "＆": "&", "＋": "+", "；": ";", "，": ",", "、": ",", "－": " - "}
)

# A long-vowel mark (ー) that does not follow kana; such a mark was typed for a dash.
_LONG_VOWEL_MARK_AS_DASH = re.compile(r"(?<=[^\W\d_ぁ-ヿｦ-ﾟ])[ーｰ](?=\w)|[ーｰ](?=\s|$)(?<=\s[ーｰ])")

# What people type beside a name but is no part of it: `4.-`, `1234`, `(113957 Z)`.
_BULLET = re.compile(rf"(?:[•·‣◦▪▫■□●○◆►▶→✓✔☐☑*]\s*|[{re.escape(DASHES)}]\s+)+(?=\S)")
_NUMBERING = re.compile(r"#?\d{1,6}\s?(?:[.)\]º°]\s?[-–—]?|[-–—](?=\s))\s?(?=[^\d\s])")
_NUMBER_BEFORE_NAME = re.compile(r"(?:\d{4,10}\s?[A-Z]|#?\d{1,10}:?)\s(?=[^\W\d])")
_LICENCE_PATTERN = r"[(\[（](?=[^)\]）]*\d{3})\s?[#\w./ºª° -]{3,24}[)\]）]"
_LICENCE_BESIDE_NAME = re.compile(rf"^{_LICENCE_PATTERN}\s?|\s?{_LICENCE_PATTERN}$")

# What people type instead of a partner who has not been found yet.
_NO_PARTNER_WORDS = {
    *("xx", "xxx", "nn", "n.n.", "nobody", "tbd", "tba", "looking", "looking for a partner"),
    *(
        "partner wanted",
        "busca",
        "busca parella",
        "sense parella",
        "busca pareja",
        "sin pareja",
        "sola",
        "solo",
    ),
    *("募集", "募集中", "パートナー募集", "パートナー募集中", "相手募集", "未定"),
}

# What may follow the name of a team, and separate its players, in typed text.
_TYPED_TEAM_SEPARATOR = re.compile(r"\s?[:：]\s?")
_TYPED_PLAYER_SEPARATOR = re.compile(r"\s?[,;，、\t]\s?")

# How many players a team lists, if it lists any.
MIN_TEAM_PLAYERS, MAX_TEAM_PLAYERS = 4, 6

# What follows the name of a team, and separates its players, in the stored form.
_STORED_TEAM_SEPARATOR, _STORED_PLAYER_SEPARATOR = ": ", ", "


def is_valid_name_count(name_count: int, players_each: int) -> bool:
    """Return whether this many names make a contestant: a player, a pair, or a team.

    A team may be entered with or without its players.
    """
    if players_each == MIN_TEAM_SIZE:
        return name_count == 1 or MIN_TEAM_PLAYERS <= name_count - 1 <= MAX_TEAM_PLAYERS
    return name_count == players_each


def split_names(line: str, players_each: int) -> list[str]:
    """Return the names on a line, separated by a dash, slash or comma.

    For a pair only the most explicit separator on the line counts, and the others are parts of
    names: `i`, `y` or `and` separate only if nothing else does. The line of a team has the name of
    the team, a colon, and the players. Bullets, numbers and licence numbers are dropped, and
    `Puig, Anna` becomes Anna Puig.
    """
    cells = (
        clean_text(cell)
        for cell in line.translate(_WIDE_MARKS if players_each != MIN_TEAM_SIZE else {}).split("\t")
    )
    line = _WHITESPACE.sub(_whitespace_replacement, "\t".join(cells).strip())
    for prefix in (_BULLET, _NUMBERING):
        line = _without_prefix(prefix, line)
    if not line:
        return []
    if players_each == MIN_TEAM_SIZE:
        return [" ".join(name.split()) for name in _split_team(line)]
    line = _LONG_VOWEL_MARK_AS_DASH.sub(" - ", line)
    return [normalize_person_name(name) for name in _split_line(line, players_each)]


def normalize_person_name(typed_name: str) -> str:
    """Return a person's name as it is stored, without numbers beside it."""
    name = _LICENCE_BESIDE_NAME.sub(
        "", _without_prefix(_NUMBER_BEFORE_NAME, clean_text(typed_name))
    )
    surname, comma, given_name = name.partition(",")
    return (
        f"{given_name.strip()} {surname.strip()}".strip()
        if comma and "," not in given_name
        else name
    )


def name_sort_key(name: str) -> tuple[str, str, str]:
    """Return the key for sorting lists of people in the order of the active language."""
    return collation_key(name, get_language() or "")


def contains_words(name: str, search: str) -> bool:
    """Return whether the name contains every word of the search, ignoring accents and case."""
    key = comparison_key(name)
    return all(word in key for word in comparison_key(search).split())


def is_person_name(text: str) -> bool:
    """Return whether the text can be a name, and not a mark or words for a missing partner."""
    return has_letters(text) and comparison_key(text) not in _NO_PARTNER_WORDS


def _without_prefix(prefix: re.Pattern[str], text: str) -> str:
    """Return the text without a prefix that matches."""
    match = prefix.match(text)
    return text[match.end() :] if match else text


def format_contestant(names: Sequence[str], players_each: int) -> str:
    """Return the stored form of a contestant whose names `split_names` has returned."""
    if players_each != MIN_TEAM_SIZE:
        return PAIR_SEPARATOR.join(names)
    return _STORED_TEAM_SEPARATOR.join(
        filter(None, (names[0], _STORED_PLAYER_SEPARATOR.join(names[1:])))
    )


def contestant_name(stored: str, players_each: int) -> str:
    """Return the name of a contestant from its stored form."""
    return stored.partition(_STORED_TEAM_SEPARATOR)[0] if players_each == MIN_TEAM_SIZE else stored


def player_names(stored: str, players_each: int) -> list[str]:
    """Return the names of a contestant's players; none for a team without known players."""
    if players_each != MIN_TEAM_SIZE:
        return stored.split(PAIR_SEPARATOR)
    return list(
        filter(None, stored.partition(_STORED_TEAM_SEPARATOR)[2].split(_STORED_PLAYER_SEPARATOR))
    )


def unbreakable_name_parts(stored: str) -> tuple[str, ...]:
    """Return the parts of a contestant's name that must not be broken across lines.

    The dash stays with the first player.
    """
    *others, last = stored.split(PAIR_SEPARATOR)
    return (*(f"{name}{PAIR_SEPARATOR.rstrip()}" for name in others), last)


def _split_team(line: str) -> list[str]:
    name, *players = _TYPED_TEAM_SEPARATOR.split(line, maxsplit=1)
    return [
        name,
        *(
            player
            for player_list in players
            for player in _TYPED_PLAYER_SEPARATOR.split(player_list)
        ),
    ]


def _whitespace_replacement(match: re.Match[str]) -> str:
    """Return what replaces a run of whitespace: a tab if it contains one, otherwise a blank.

    Tabs separate the columns of a spreadsheet.
    """
    return "\t" if "\t" in match[0] else " "


def _split_line(line: str, players_each: int) -> list[str]:
    """Split a line of players at the most explicit separator on it."""
    if players_each != 1:
        separator = next(
            (separator for separator in _TYPED_SEPARATORS if separator.search(line)),
            _TYPED_SEPARATORS[0],
        )
        return separator.split(line)
    names, comma_parts = _BETWEEN_SINGLE_PLAYERS.split(line), line.split(",")
    is_single_name = len(comma_parts) == 1 or (
        len(comma_parts) == 2 and not all(" " in part.strip() for part in comma_parts)
    )
    # Two full names with a comma between them are two people.
    return names if len(names) > 1 or is_single_name else comma_parts
