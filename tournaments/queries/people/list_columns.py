"""Find the columns of names and licence numbers in a table of people."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from games.typed_text import comparison_key, has_letters

# Headers of columns in the four languages, as `comparison_key` returns them.
_HEADER_WORDS: Mapping[str, str] = {
    "name": "name,names,full name,player,players,partner,nom,noms,jugador,jugadora,jugadors,"
    "company,companya,nom i cognoms,cognoms i nom,nombre,nombres,jugadores,companero,"
    "companera,nombre y apellidos,"
    "apellidos y nombre,名前,氏名,選手,プレイヤー,プレーヤー,パートナー",
    "pair": "pair,pairs,parella,parelles,pareja,parejas,ペア",
    "surname": "surname,surnames,last name,family name,cognom,cognoms,apellido,apellidos,"
    "姓,苗字,名字",
    "given": "given name,first name,nom de pila,nombre de pila,名",
    "licence": "licence,license,licence number,license number,llicencia,num llicencia,"
    "numero de llicencia,licencia,num licencia,numero de licencia,"
    "n licencia,n llicencia,n o licencia,n o llicencia,"
    "ライセンス,ライセンス番号,会員番号,登録番号,会員no",
}

_ROLES = {
    comparison_key(word): role for role, words in _HEADER_WORDS.items() for word in words.split(",")
}
# What follows the word in the headers of two players: `Player 2`.
_PLAYER_NUMBER = re.compile(r"\s*[#.:]?\s*(\d{1,2}|[ab])?\s*[.:]?$")

_LICENCE = re.compile(r"[a-z]{0,4}[ -]?\d[\d./ -]*[a-z]?", re.IGNORECASE)
_CLUB_NAME = re.compile(r"\b(?:[A-Z]{2,5}|(?i:club|penya|peña|ateneu|ateneo|casino|casal))\b")
_FULL_NAME = re.compile(r"\S+[\s,]+\S+")


@dataclass(frozen=True)
class PeopleColumns:
    """The columns of names and licence numbers; a surname may have a column of its own."""

    names: Sequence[Sequence[int]]
    licences: Sequence[int] = ()

    def names_in_row(self, cells: Sequence[str]) -> list[str]:
        """Return the names of a row, the given name before the surname; blank for blank cells."""
        return [
            " ".join(filter(None, (_cell_text(cells, column) for column in columns)))
            for columns in self.names
        ]

    def licences_in_row(self, cells: Sequence[str]) -> list[str]:
        """Return the licence numbers of a row, as they were typed."""
        return [_cell_text(cells, column) for column in self.licences]


def header_columns(cells: Sequence[str]) -> PeopleColumns | None:
    """Return the columns that a header names, or None for a row that is not a header."""
    roles = [_column_role(cell, is_alone=len(cells) == 1) for cell in cells]
    surnames, given_names = _columns_with_role(roles, "surname"), _columns_with_role(roles, "given")
    names = _columns_with_role(roles, "name")
    if len(names) < 2:  # otherwise a "pair" column has the pair's number
        names = sorted([*names, *_columns_with_role(roles, "pair")])
    # With headers such as "Cognoms" and "Nom", the column of the name has the given name.
    if surnames and len(names) == len(surnames):
        given_names, names = names, []
    if len(given_names) == len(surnames):
        people = [*([column] for column in names), *zip(given_names, surnames, strict=True)]
    else:
        people = [[column] for column in sorted([*names, *surnames])]
    return PeopleColumns(people, _columns_with_role(roles, "licence")) if people else None


def guess_columns(rows: Sequence[Sequence[str]], name_count: int) -> PeopleColumns | None:
    """Return the columns that can only be names in rows without a header, or None if unclear.

    Numbers are not names, nor is a column in which several rows are equal, such as a club. Further
    columns are ignored only if the names before them are full names and they contain none.
    """
    width = max(map(len, rows), default=0)
    text_columns = [
        column for column in range(width) if any(_is_text(_cell_text(row, column)) for row in rows)
    ]
    if len(text_columns) > name_count:
        text_columns = [column for column in text_columns if not _is_repeated(rows, column)]
    name_columns, other_columns = text_columns[:name_count], text_columns[name_count:]
    if other_columns and not (
        _are_full_names(rows, name_columns) and _are_other_words(rows, other_columns)
    ):
        return None
    return PeopleColumns([[column] for column in name_columns])


def is_licence_like(text: str) -> bool:
    """Return whether a cell looks like a licence number: digits, perhaps with some letters."""
    return bool(_LICENCE.fullmatch(text))


def _column_role(cell: str, is_alone: bool) -> str:
    """Return the role of a header cell; a single cell such as `Player 3` is rather a name."""
    key = " ".join(re.sub(r"[.·°]", " ", comparison_key(cell)).split())
    return _ROLES.get(key) or _ROLES.get(key if is_alone else _PLAYER_NUMBER.sub("", key), "")


def _columns_with_role(roles: Iterable[str], role: str) -> list[int]:
    return [column for column, column_role in enumerate(roles) if column_role == role]


def _cell_text(cells: Sequence[str], column: int) -> str:
    return cells[column] if column < len(cells) else ""


def _is_text(cell: str) -> bool:
    return has_letters(cell) and not is_licence_like(cell)


def _is_repeated(rows: Iterable[Sequence[str]], column: int) -> bool:
    cells = [
        comparison_key(_cell_text(row, column)) for row in rows if _is_text(_cell_text(row, column))
    ]
    return len(set(cells)) < len(cells)


def _are_other_words(rows: Iterable[Sequence[str]], columns: Iterable[int]) -> bool:
    """Return whether the cells are no names: single words such as towns, or names of clubs."""
    cells = [_cell_text(row, column) for row in rows for column in columns]
    return not any(_FULL_NAME.fullmatch(cell) and not _CLUB_NAME.search(cell) for cell in cells)


def _are_full_names(rows: Iterable[Sequence[str]], columns: Iterable[int]) -> bool:
    return all(_FULL_NAME.fullmatch(_cell_text(row, column)) for row in rows for column in columns)
