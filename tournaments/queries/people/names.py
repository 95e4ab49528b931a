"""How the names of two players become a pair's, and how people write names on one line."""

import re
from collections.abc import Sequence

from django.utils.translation import get_language

from games.game import MIN_TEAM_SIZE
from games.typed_text import DASHES, clean_text, collation_key, comparison_key, has_letters

PAIR_SEPARATOR = " – "
"""Stands between the players of a pair in its name."""

MAX_NAME_LENGTH = 80
"""Letters in a person's name, at most."""

_WHITESPACE = re.compile(r"\s+")
_SEPARATORS = (rf"(?:^|\s)[{re.escape(DASHES)}]{{1,3}}(?:\s|$)", r"\s?[/;&+\t]\s?", r"\s?,\s?")
_BETWEEN_SINGLE_PLAYERS = re.compile("|".join(_SEPARATORS[:2]))
_TYPED_SEPARATORS = [re.compile(mark) for mark in (*_SEPARATORS, "[–—―]", r"\s(?:i|y|and)\s")]
"""What may stand between the players of a pair, the plainest first. One blank is all there is of
any: looked for one by one, those of a long row would take the square of their number."""

_WIDE_MARKS = str.maketrans(
    {"／": "/", "＆": "&", "＋": "+", "；": ";", "，": ",", "、": ",", "－": " - "}
)
"""Marks of Japanese keyboards between two names, and what they mean there."""

_LONG_VOWEL = re.compile(r"(?<=[^\W\d_ぁ-ヿｦ-ﾟ])[ーｰ](?=\w)|[ーｰ](?=\s|$)(?<=\s[ーｰ])")
"""The mark of a long vowel where no kana stands before it that could be long: it was meant as a
dash."""

_BULLET = re.compile(rf"(?:[•·‣◦▪▫■□●○◆►▶→✓✔☐☑*]\s*|[{re.escape(DASHES)}]\s+)+(?=\S)")
_NUMBERING = re.compile(r"#?\d{1,6}\s?(?:[.)\]º°]\s?[-–—]?|[-–—](?=\s))\s?(?=[^\d\s])")
_NUMBER_BEFORE = re.compile(r"(?:\d{4,10}\s?[A-Z]|#?\d{1,10}:?)\s(?=[^\W\d])")
_LICENCE = r"[(\[（](?=[^)\]）]*\d{3})\s?[#\w./ºª° -]{3,24}[)\]）]"
_LICENCE_BESIDE_NAME = re.compile(rf"^{_LICENCE}\s?|\s?{_LICENCE}$")
"""What people write beside a name and is no part of it: `4.-`, `1234`, `(113957 Z)`."""

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
"""What people write in place of a partner who is not found yet."""

_AFTER_TEAM_NAME = re.compile(r"\s?[:：]\s?")
_BETWEEN_TEAM_PLAYERS = re.compile(r"\s?[,;，、\t]\s?")
"""What may stand behind the name of a team, and between its players."""


MIN_TEAM_PLAYERS, MAX_TEAM_PLAYERS = 4, 6
"""Players of a team, where they are known."""

_AFTER_TEAM, _BETWEEN_PLAYERS = ": ", ", "
"""What stands behind the name of a team, and between its players."""


def is_valid_name_count(names: int, players_each: int) -> bool:
    """Whether so many names stand for a contestant: a player, a pair, a team alone or with its
    players."""
    if players_each == MIN_TEAM_SIZE:
        return names == 1 or MIN_TEAM_PLAYERS <= names - 1 <= MAX_TEAM_PLAYERS
    return names == players_each


def split_names(line: str, players_each: int) -> list[str]:
    """The names on a line: a dash, slash or comma stands between them.

    Of a pair the plainest mark on the line separates, and the others are parts of names: an `i`,
    `y` or `and` only where nothing else does. Of a team it is its own name, then the players behind
    a colon. Bullets, numbers and licence numbers are left out, and `Puig, Anna` is Anna Puig.
    """
    cells = (
        clean_text(cell)
        for cell in line.translate(_WIDE_MARKS if players_each != MIN_TEAM_SIZE else {}).split("\t")
    )
    line = _WHITESPACE.sub(_collapse_whitespace, "\t".join(cells).strip())
    for prefix in (_BULLET, _NUMBERING):
        line = _without_prefix(prefix, line)
    if not line:
        return []
    if players_each == MIN_TEAM_SIZE:
        return [" ".join(name.split()) for name in _split_team(line)]
    line = _LONG_VOWEL.sub(" - ", line)
    return [normalize_person_name(name) for name in _split_line(line, players_each)]


def normalize_person_name(typed: str) -> str:
    """A person's name in the one way in which it is written, without numbers that stand beside
    it."""
    name = _LICENCE_BESIDE_NAME.sub("", _without_prefix(_NUMBER_BEFORE, clean_text(typed)))
    surname, comma, given = name.partition(",")
    return f"{given.strip()} {surname.strip()}".strip() if comma and "," not in given else name


def name_sort_key(name: str) -> tuple[str, str, str]:
    """The key by which every list of people is sorted, as a reader of the page's language
    expects."""
    return collation_key(name, get_language() or "")


def contains_words(name: str, search: str) -> bool:
    """Whether every one of the words is part of the name, whatever their accents and capitals."""
    key = comparison_key(name)
    return all(word in key for word in comparison_key(search).split())


def is_person_name(text: str) -> bool:
    """Whether somebody can be called so: not a mark or a word that says that nobody is found
    yet."""
    return has_letters(text) and comparison_key(text) not in _NO_PARTNER_WORDS


def _without_prefix(prefix: re.Pattern[str], text: str) -> str:
    """The text without what stands at its beginning."""
    match = prefix.match(text)
    return text[match.end() :] if match else text


def format_contestant(names: Sequence[str], players_each: int) -> str:
    """Names as `names_in` finds them, in the one way in which a contestant is written."""
    if players_each != MIN_TEAM_SIZE:
        return PAIR_SEPARATOR.join(names)
    return _AFTER_TEAM.join(filter(None, (names[0], _BETWEEN_PLAYERS.join(names[1:]))))


def contestant_name(contestant: str, players_each: int) -> str:
    """What a contestant who is so written is called."""
    return contestant.partition(_AFTER_TEAM)[0] if players_each == MIN_TEAM_SIZE else contestant


def player_names(contestant: str, players_each: int) -> list[str]:
    """The names of the players of a contestant who is so written; none where a team has not said
    them."""
    if players_each != MIN_TEAM_SIZE:
        return contestant.split(PAIR_SEPARATOR)
    return list(filter(None, contestant.partition(_AFTER_TEAM)[2].split(_BETWEEN_PLAYERS)))


def unbreakable_name_parts(contestant: str) -> tuple[str, ...]:
    """A contestant's name part by part, where no line may break within one: the dash stays with
    the first."""
    *others, last = contestant.split(PAIR_SEPARATOR)
    return (*(f"{name}{PAIR_SEPARATOR.rstrip()}" for name in others), last)


def _split_team(line: str) -> list[str]:
    name, *players = _AFTER_TEAM_NAME.split(line, maxsplit=1)
    return [
        name,
        *(player for player_list in players for player in _BETWEEN_TEAM_PLAYERS.split(player_list)),
    ]


def _collapse_whitespace(match: re.Match[str]) -> str:
    """What stands for a row of blanks: the tab between two columns of a spreadsheet stays one."""
    return "\t" if "\t" in match[0] else " "


def _split_line(line: str, players_each: int) -> list[str]:
    """The line where its names are separated, by the plainest mark on it."""
    if players_each != 1:
        separator = next(
            (separator for separator in _TYPED_SEPARATORS if separator.search(line)),
            _TYPED_SEPARATORS[0],
        )
        return separator.split(line)
    names, by_comma = _BETWEEN_SINGLE_PLAYERS.split(line), line.split(",")
    is_single_name = len(by_comma) == 1 or (
        len(by_comma) == 2 and not all(" " in part.strip() for part in by_comma)
    )
    # Two full names with a comma between them are two people.
    return names if len(names) > 1 or is_single_name else by_comma
