"""Layout of a share picture: text that fits, as SVG and as PNG of 1200 × 630 pixels.

Text is measured with the widths of the bundled fonts. A text is left out if these fonts lack one of
its characters. If this is true of one contestant's name, the picture shows no contestants.
"""

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, lru_cache
from threading import Lock

import resvg_py
from django.conf import settings
from django.template.loader import render_to_string

from tournaments.access.cache_limits import SHARE_PICTURE_CACHE_MAX_PICTURES
from tournaments.queries.people.names import PAIR_SEPARATOR, unbreakable_name_parts

# Pixels, in the proportion that messengers and networks show uncropped.
WIDTH, HEIGHT = 1200, 630

SERIF, SANS, BOLD = "besley-700", "atkinson-400", "atkinson-700"

_FOLDER = settings.BASE_DIR / "static" / "fonts"
_WIDTH_TOLERANCE = 1.02  # kerning and rounding are not measured

MARGIN, GAP = 56, 28
_TOP, _BOTTOM = 279, 590  # edges of the cards and sheets
_HALF_WIDTH = (WIDTH - 2 * MARGIN - GAP) // 2
_TITLE_WIDTH = 760  # pixels for a title that has the cards on its right

# Distance between two lines of a name, as a multiple of the font size.
LINE_HEIGHT_RATIO = 1.14

# Smallest font size of a contestant's name, in pixels.
MIN_NAME_SIZE = 16

# Most contestants on a single sheet, and on each of two sheets.
MAX_ROWS, MAX_ROWS_OF_TWO_SHEETS = 4, 3

_Box = tuple[int, int, int]  # left edge, top edge, width


@dataclass(frozen=True)
class PictureRow:
    """A contestant in the picture; `label` names the ranking if a sheet shows several rankings."""

    place: str
    names: str
    figure: str
    label: str = ""


@dataclass(frozen=True)
class RankingColumn:
    """One ranking: its name, title, kind of figure, and first contestants.

    `winners` are shown on a card once the event is over.
    """

    name: str
    title: str
    figure_name: str
    rows: tuple[PictureRow, ...]
    winners: tuple[PictureRow, ...] = ()


@dataclass(frozen=True)
class ShareContent:
    """The texts of a share picture; some of them may turn out not to fit."""

    club: str
    title: str
    facts: tuple[str, ...] = ()
    columns: tuple[RankingColumn, ...] = ()

    @property
    def description(self) -> str:
        """The facts on one line."""
        return " · ".join(self.facts)

    @property
    def alt(self) -> str:
        """The whole content as alternative text."""
        rows = (
            f"{column.title}: " * bool(column.title)
            + ", ".join(
                f"{row.place}. {row.names} {row.figure}" for row in column.winners or column.rows
            )
            for column in self.columns
        )
        heading = " · ".join(filter(None, dict.fromkeys((self.title, self.club, self.description))))
        return ". ".join((heading, *rows))


@dataclass(frozen=True)
class TextLine:
    """A line of text at a position; `css_class` is a class of the template that sets its colour."""

    x: int
    y: int
    size: int
    font: str
    css_class: str
    text: str
    anchor: str = "start"

    @property
    def family(self) -> str:
        """The font family, as its file names it."""
        return "Besley" if self.font == SERIF else "Atkinson"

    @property
    def weight(self) -> int:
        """The font weight."""
        return 400 if self.font == SANS else 700


@dataclass
class Drawing:
    """What the template draws: cards, sheets, coins, separators, and the texts on them."""

    fan_box: _Box | None = None
    aces: list[_Box] = field(default_factory=list)
    sheets: list[_Box] = field(default_factory=list)
    coins: list[tuple[int, int]] = field(default_factory=list)
    separators: list[_Box] = field(default_factory=list)
    texts: list[TextLine] = field(default_factory=list)


class DoesNotFit(Exception):
    """The picture has no room for a text, or its fonts lack one of the characters."""


@cache
def _letter_widths() -> dict[str, dict[str, float]]:
    """Return the width of each character of each font, as a multiple of the font size."""
    widths: dict[str, dict[str, float]] = json.loads((_FOLDER / "widths.json").read_text("utf-8"))
    return widths


def can_be_drawn(text: str) -> bool:
    """Return whether every font has every character of a text."""
    return all(letter in widths for widths in _letter_widths().values() for letter in text)


def width_of(text: str, font: str, size: float) -> float:
    """Return the width of a text in pixels."""
    widths = _letter_widths()[font]
    return sum(widths[letter] for letter in text) * size * _WIDTH_TOLERANCE


def _words(text: str) -> list[str]:
    """Return the parts of a text between which a line may break.

    A line may break before each space and after each hyphen.
    """
    return re.findall(r"\s*(?:[^\s-]+-?|-)", text)


def wrap_text(text: str, font: str, size: float, width: float) -> list[str]:
    """Return a text as lines of at most this width; a wider word is broken anywhere."""
    lines = [""]
    for word in _words(text):
        longer = (lines[-1] + word).strip()
        if width_of(longer, font, size) <= width:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for letter in word.strip():
            if width_of(lines[-1] + letter, font, size) > width:
                lines.append("")
            lines[-1] += letter
    return lines


def fit_text(
    parts: Sequence[str],
    font: str,
    sizes: range,
    width: float,
    max_lines: int,
    *,
    height: float = HEIGHT,
    one_line: bool = True,
) -> tuple[int, list[str]]:
    """Return the largest font size at which the parts fit, and their lines.

    Words are kept whole if possible. With `one_line`, all parts are on one line if they fit there
    at the largest size. Raises `DoesNotFit`.
    """
    if not all(map(can_be_drawn, parts)):
        raise DoesNotFit
    whole = " ".join(parts)
    if one_line and width_of(whole, font, sizes[0]) <= width:
        return sizes[0], [whole]
    words = [word.strip() for part in parts for word in _words(part)]
    whole_words = [
        size for size in sizes if all(width_of(word, font, size) <= width for word in words)
    ]
    for size in (*whole_words, *sizes):
        lines = [line for part in parts for line in wrap_text(part, font, size, width)]
        if len(lines) <= max_lines and len(lines) * size * LINE_HEIGHT_RATIO <= height:
            return size, lines
    raise DoesNotFit


def render_png(content: ShareContent) -> bytes:
    """Return the picture as PNG."""
    return _png(render_svg(content))


def render_svg(content: ShareContent) -> str:
    """Return the picture as SVG, without contestants if not all of their names can be drawn."""
    try:
        drawing = (
            _draw_with_contestants(content)
            if content.columns
            else _draw_without_contestants(content)
        )
    except DoesNotFit:
        drawing = _draw_without_contestants(content)
    return render_to_string("public/share.svg", {"drawing": drawing})


_RENDER_LOCK = Lock()


def _png(svg: str) -> bytes:
    """Return an SVG as PNG; concurrent requests wait for the first one and use its result."""
    with _RENDER_LOCK:
        return _rasterize(svg)


@lru_cache(maxsize=SHARE_PICTURE_CACHE_MAX_PICTURES)
def _rasterize(svg: str) -> bytes:
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=[str(_FOLDER / f"{name}.ttf") for name in (SERIF, SANS, BOLD)],
    )


def _drawable_texts(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if text and can_be_drawn(text)]


def _draw_club_line(drawing: Drawing, club: str, width: int) -> None:
    """Draw the club's name beside the logo, or the product's name if that cannot be drawn."""
    for text in (*_drawable_texts([club]), "Manilla"):
        try:
            size, lines = fit_text([text], BOLD, range(24, 15, -2), width, 1)
        except DoesNotFit:
            continue
        drawing.texts.append(TextLine(MARGIN + 40, 71, size, BOLD, "on-felt", lines[0]))
        return


def _drawable_title(content: ShareContent) -> str:
    """Return the title, or if it cannot be drawn the club's name, or else the product's."""
    return next(iter(_drawable_texts([content.title, content.club])), "Manilla")


def _draw_without_contestants(content: ShareContent) -> Drawing:
    """Return a drawing of the title and the facts, beside a fan of cards."""
    drawing = Drawing(fan_box=(716, 200, 420))
    _draw_club_line(
        drawing, content.club if content.club != _drawable_title(content) else "Manilla", 800
    )
    size, lines = fit_text([_drawable_title(content)], SERIF, range(92, 31, -4), 600, 3)
    first_baseline = 330 - (len(lines) - 1) * size // 2
    for index, line in enumerate(lines):
        drawing.texts.append(
            TextLine(MARGIN, first_baseline + index * size, size, SERIF, "on-felt", line)
        )
    y = first_baseline + (len(lines) - 1) * size + 58
    for fact in _drawable_texts(content.facts):
        size, lines = fit_text([fact], SANS, range(30, 15, -2), 620, 2)
        for line in lines:
            drawing.texts.append(TextLine(MARGIN, y, size, SANS, "on-felt-quiet", line))
            y += 40
    return drawing


def _draw_with_contestants(content: ShareContent) -> Drawing:
    """Return a drawing of the title, the facts, and the winners or first contestants."""
    drawing = Drawing(fan_box=(830, 57, 330))
    _draw_club_line(drawing, content.club, _TITLE_WIDTH - 40)
    try:
        size, lines = fit_text(
            [_drawable_title(content)], SERIF, range(66, 51, -2), _TITLE_WIDTH, 1
        )
    except DoesNotFit:
        size, lines = fit_text(
            [_drawable_title(content)], SERIF, range(44, 27, -2), _TITLE_WIDTH, 2
        )
    y, below = (158, 204) if len(lines) == 1 else (122, 212)
    for index, line in enumerate(lines):
        drawing.texts.append(TextLine(MARGIN, y + index * 46, size, SERIF, "on-felt", line))
    facts = " · ".join(_drawable_texts(content.facts))
    size, lines = fit_text([facts], SANS, range(25, 15, -1), _TITLE_WIDTH, 2)
    for index, line in enumerate(lines):
        drawing.texts.append(
            TextLine(MARGIN, below + index * (size + 6), size, SANS, "on-felt-quiet", line)
        )
    _draw_columns(drawing, content.columns)
    return drawing


def _draw_columns(drawing: Drawing, columns: Sequence[RankingColumn]) -> None:
    """Draw the rankings below the title.

    More than two rankings share one sheet with the first contestant of each. Two rankings stand
    beside each other, each with a winners' card or a sheet. A single ranking has a winners' card
    with the next contestants on a sheet beside it, or one wide sheet.
    """
    left, right = MARGIN, MARGIN + _HALF_WIDTH + GAP
    if len(columns) > 2:
        rows = tuple(
            replace(row, label=f"{column.name}:") for column in columns for row in column.rows[:1]
        )
        if len(rows) > MAX_ROWS:
            raise DoesNotFit
        _draw_rows_sheet(drawing, (left, _TOP, WIDTH - 2 * MARGIN), "", "", rows)
    elif len(columns) == 2:
        for column, x in zip(columns, (left, right), strict=True):
            box = (x, _TOP, _HALF_WIDTH)
            if column.winners:
                _draw_winners_card(drawing, box, column)
            else:
                _draw_column_sheet(drawing, box, column, MAX_ROWS_OF_TWO_SHEETS)
    elif columns[0].winners:
        column = columns[0]
        others = column.rows[len(column.winners) :]
        size = _draw_winners_card(
            drawing, (left, _TOP, _HALF_WIDTH if others else WIDTH - 2 * MARGIN), column
        )
        if others:
            _draw_rows_sheet(
                drawing,
                (right, _TOP, _HALF_WIDTH),
                "",
                "",
                others[:MAX_ROWS_OF_TWO_SHEETS],
                size - 2,
            )
    else:
        _draw_column_sheet(drawing, (left, _TOP, WIDTH - 2 * MARGIN), columns[0], MAX_ROWS)


def _draw_winners_card(drawing: Drawing, box: _Box, column: RankingColumn) -> int:
    """Draw the winners and their total on an ace of coins; return the font size of the names."""
    x, top, width = box
    drawing.aces.append(box)
    inside, right = x + 104, x + width - 34
    parts = [part for winner in column.winners for part in winner.names.split(PAIR_SEPARATOR)]
    size, lines = fit_text(
        parts, BOLD, range(38, 19, -2), right - inside, 4, height=140, one_line=False
    )
    y = top + 57
    for label in _drawable_texts([column.title]):
        label_size, (label, *_more) = fit_text([label], SANS, range(24, 15, -2), right - inside, 1)
        drawing.texts.append(TextLine(inside, y, label_size, SANS, "quiet", label))
    for line in lines:
        y += round(size * LINE_HEIGHT_RATIO)
        drawing.texts.append(TextLine(inside, y, size, BOLD, "ink", line))
    figure_size = 84 if len(lines) < 3 else 64 if len(lines) == 3 else 44
    y = top + 246
    drawing.texts.append(TextLine(inside, y, figure_size, SERIF, "ink", column.winners[0].figure))
    for name in _drawable_texts([column.figure_name]):
        drawing.texts.append(TextLine(inside, y + 34, 24, SANS, "quiet", name))
    return size


def _draw_column_sheet(drawing: Drawing, box: _Box, column: RankingColumn, max_rows: int) -> None:
    _draw_rows_sheet(drawing, box, column.title, column.figure_name, column.rows[:max_rows])


def _draw_rows_sheet(
    drawing: Drawing,
    box: _Box,
    title: str,
    figure_name: str,
    rows: Sequence[PictureRow],
    largest: int = HEIGHT,
) -> None:
    """Draw a sheet with places, names and totals; no name is larger than the one above it."""
    x, top, width = box
    drawing.sheets.append(box)
    left, right, y = x + 30, x + width - 30, top + 14
    headings = _drawable_texts([title]), _drawable_texts([figure_name])
    if any(headings):
        for heading in headings[0]:
            size, lines = fit_text([heading], SERIF, range(26, 15, -2), (right - left) * 0.6, 1)
            drawing.texts.append(TextLine(left, top + 46, size, SERIF, "ink", lines[0]))
        for heading in headings[1]:
            drawing.texts.append(TextLine(right, top + 46, 20, SANS, "quiet", heading, "end"))
        drawing.separators.append((left, top + 60, right - left))
        y = top + 64
    height = min(92, (_BOTTOM - 10 - y) // max(1, len(rows)))
    for index, row in enumerate(rows):
        largest = _draw_row(drawing, (left, y + index * height, right - left), height, row, largest)


def _draw_row(drawing: Drawing, box: _Box, height: int, row: PictureRow, largest: int) -> int:
    """Draw a contestant with place and figure; return the font size of the names."""
    left, top, width = box
    middle, figure_size = top + height // 2, 40 if height >= 60 else 34
    figure_width = width_of(row.figure, SERIF, figure_size)
    if row.place == "1":
        drawing.coins.append((left + 24, middle))
    drawing.texts.append(TextLine(left + 24, middle + 11, 30, SERIF, "ink", row.place, "middle"))
    drawing.texts.append(
        TextLine(left + width, middle + 14, figure_size, SERIF, "ink", row.figure, "end")
    )
    parts = [*_drawable_texts([row.label]), *unbreakable_name_parts(row.names)]
    room = width - 64 - figure_width - 24
    sizes = range(max(MIN_NAME_SIZE, min(34 if height >= 80 else 30, largest)), 15, -2)
    size, lines = fit_text(parts, BOLD, sizes, room, 4, height=height - 8)
    first_baseline = middle + round(size * (0.36 - LINE_HEIGHT_RATIO / 2 * (len(lines) - 1)))
    for index, line in enumerate(lines):
        y = first_baseline + round(index * size * LINE_HEIGHT_RATIO)
        drawing.texts.append(TextLine(left + 64, y, size, BOLD, "ink", line))
    return size
