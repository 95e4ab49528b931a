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

_BLANKS = re.compile(r"\s+")
_MARKS = (rf"(?:^|\s)[{re.escape(DASHES)}]{{1,3}}(?:\s|$)", r"\s?[/;&+\t]\s?", r"\s?,\s?")
_OF_ONE = re.compile("|".join(_MARKS[:2]))
_OF_PAIRS = [re.compile(mark) for mark in (*_MARKS, "[–—―]", r"\s(?:i|y|and)\s")]
"""What may stand between the players of a pair, the plainest first. One blank is all there is of
any: looked for one by one, those of a long row would take the square of their number."""

_WIDE = str.maketrans(
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
_LICENCE_BESIDE = re.compile(rf"^{_LICENCE}\s?|\s?{_LICENCE}$")
"""What people write beside a name and is no part of it: `4.-`, `1234`, `(113957 Z)`."""

_NOBODY = {
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

_COLON, _COMMA = re.compile(r"\s?[:：]\s?"), re.compile(r"\s?[,;，、\t]\s?")
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
        for cell in line.translate(_WIDE if players_each != MIN_TEAM_SIZE else {}).split("\t")
    )
    line = _BLANKS.sub(_one_blank, "\t".join(cells).strip())
    for mark in (_BULLET, _NUMBERING):
        line = _without(mark, line)
    if not line:
        return []
    if players_each == MIN_TEAM_SIZE:
        return [" ".join(name.split()) for name in _of_team(line)]
    line = _LONG_VOWEL.sub(" - ", line)
    return [normalize_person_name(name) for name in _separated(line, players_each)]


def normalize_person_name(typed: str) -> str:
    """A person's name in the one way in which it is written, without numbers that stand beside
    it."""
    name = _LICENCE_BESIDE.sub("", _without(_NUMBER_BEFORE, clean_text(typed)))
    surname, comma, given = name.partition(",")
    return f"{given.strip()} {surname.strip()}".strip() if comma and "," not in given else name


def name_sort_key(name: str) -> tuple[str, str, str]:
    """The key by which every list of people is sorted, as a reader of the page's language
    expects."""
    return collation_key(name, get_language() or "")


def contains_words(name: str, words: str) -> bool:
    """Whether every one of the words is part of the name, whatever their accents and capitals."""
    key = comparison_key(name)
    return all(word in key for word in comparison_key(words).split())


def is_person_name(text: str) -> bool:
    """Whether somebody can be called so: not a mark or a word that says that nobody is found
    yet."""
    return has_letters(text) and comparison_key(text) not in _NOBODY


def _without(mark: re.Pattern[str], text: str) -> str:
    """The text without what stands at its beginning."""
    found = mark.match(text)
    return text[found.end() :] if found else text


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
    *before, last = contestant.split(PAIR_SEPARATOR)
    return (*(f"{name}{PAIR_SEPARATOR.rstrip()}" for name in before), last)


def _of_team(line: str) -> list[str]:
    name, *players = _COLON.split(line, maxsplit=1)
    return [name, *(each for after in players for each in _COMMA.split(after))]


def _one_blank(found: re.Match[str]) -> str:
    """What stands for a row of blanks: the tab between two columns of a spreadsheet stays one."""
    return "\t" if "\t" in found[0] else " "


def _separated(line: str, players_each: int) -> list[str]:
    """The line where its names are separated, by the plainest mark on it."""
    if players_each != 1:
        mark = next((mark for mark in _OF_PAIRS if mark.search(line)), _OF_PAIRS[0])
        return mark.split(line)
    names, by_comma = _OF_ONE.split(line), line.split(",")
    is_one = len(by_comma) == 1 or (
        len(by_comma) == 2 and not all(" " in part.strip() for part in by_comma)
    )
    return names if len(names) > 1 or is_one else by_comma  # two full names are rather two people
