"""Layout of a share picture: text that fits, as SVG and as PNG of 1200 × 630 pixels.

Text is measured with the widths of the bundled fonts. A text with a character that these fonts lack
is left out; names are left out together.
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
_TOP, _BOTTOM = 279, 590  # of cards and sheets
_HALF = (WIDTH - 2 * MARGIN - GAP) // 2
_TITLE_WIDTH = 760  # pixels for a title that has the cards on its right

# Distance between two lines of a name, as a multiple of the font size.
LINE_HEIGHT_RATIO = 1.14

# Smallest font size of a contestant's name, in pixels.
MIN_NAME_SIZE = 16

# Contestants listed on a single sheet, and on each of two sheets.
MAX_ROWS, MAX_ROWS_BESIDE = 4, 3

_Box = tuple[int, int, int]  # left edge, top edge, width


@dataclass(frozen=True)
class PictureRow:
    """A contestant in the picture; `label` names the ranking if a sheet shows several."""

    place: str
    names: str
    figure: str
    label: str = ""


@dataclass(frozen=True)
class Column:
    """One ranking: its name, title, kind of figure, and first contestants.

    `winners` are shown on a card once the event is over.
    """

    name: str
    title: str
    figure_name: str
    entries: tuple[PictureRow, ...]
    winners: tuple[PictureRow, ...] = ()


@dataclass(frozen=True)
class ShareContent:
    """What a share picture says, before it is known what can be drawn."""

    club: str
    title: str
    facts: tuple[str, ...] = ()
    columns: tuple[Column, ...] = ()

    @property
    def description(self) -> str:
        """The facts on one line."""
        return " · ".join(self.facts)

    @property
    def alt(self) -> str:
        """All of it as alternative text."""
        entries = (
            f"{column.title}: " * bool(column.title)
            + ", ".join(
                f"{entry.place}. {entry.names} {entry.figure}"
                for entry in column.winners or column.entries
            )
            for column in self.columns
        )
        heading = " · ".join(filter(None, dict.fromkeys((self.title, self.club, self.description))))
        return ". ".join((heading, *entries))


@dataclass(frozen=True)
class Text:
    """A line of text at a position; `ink` is a class of the template."""

    x: int
    y: int
    size: int
    font: str
    ink: str
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
    """What the template draws: cards, sheets, coins and rules, and the texts on them."""

    fan: _Box | None = None
    aces: list[_Box] = field(default_factory=list)
    sheets: list[_Box] = field(default_factory=list)
    coins: list[tuple[int, int]] = field(default_factory=list)
    rules: list[_Box] = field(default_factory=list)
    texts: list[Text] = field(default_factory=list)


class DoesNotFit(Exception):
    """A text for which the picture has no room or the fonts have no characters."""


@cache
def _widths() -> dict[str, dict[str, float]]:
    """Return the width of each character of each font, as a multiple of the font size."""
    widths: dict[str, dict[str, float]] = json.loads((_FOLDER / "widths.json").read_text("utf-8"))
    return widths


def can_be_drawn(text: str) -> bool:
    """Return whether every font has every character of a text."""
    return all(letter in widths for widths in _widths().values() for letter in text)


def width_of(text: str, font: str, size: float) -> float:
    """Return the width of a text in pixels."""
    widths = _widths()[font]
    return sum(widths[letter] for letter in text) * size * _WIDTH_TOLERANCE


def _words(text: str) -> list[str]:
    """Return the parts between which a text may break: words, and after hyphens."""
    return re.findall(r"\s*(?:[^\s-]+-?|-)", text)


def wrap_text(text: str, font: str, size: float, width: float) -> list[str]:
    """Break a text into lines of at most this width; a wider word is broken too."""
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
    most_lines: int,
    *,
    height: float = HEIGHT,
    one_line: bool = True,
) -> tuple[int, list[str]]:
    """Return the largest size at which the parts fit, and their lines.

    Words are kept whole if possible. With `one_line`, all parts go on one line if they fit there.
    Raises `DoesNotFit`.
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
        if len(lines) <= most_lines and len(lines) * size * LINE_HEIGHT_RATIO <= height:
            return size, lines
    raise DoesNotFit


def render_png(shared: ShareContent) -> bytes:
    """Return the picture as PNG."""
    return _png(render_svg(shared))


def render_svg(shared: ShareContent) -> str:
    """Return the picture as SVG; without contestants if their names cannot be drawn."""
    try:
        drawing = _with_contestants(shared) if shared.columns else _without_contestants(shared)
    except DoesNotFit:
        drawing = _without_contestants(shared)
    return render_to_string("public/share.svg", {"drawing": drawing})


_RENDER_LOCK = Lock()


def _png(svg: str) -> bytes:
    """Rasterize each picture once: concurrent requests for it wait."""
    with _RENDER_LOCK:
        return _rasterize(svg)


@lru_cache(maxsize=SHARE_PICTURE_CACHE_MAX_PICTURES)
def _rasterize(svg: str) -> bytes:
    return resvg_py.svg_to_bytes(
        svg_string=svg,
        skip_system_fonts=True,
        font_files=[str(_FOLDER / f"{name}.ttf") for name in (SERIF, SANS, BOLD)],
    )


def _drawable(texts: Iterable[str]) -> list[str]:
    return [text for text in texts if text and can_be_drawn(text)]


def _club_line(drawing: Drawing, club: str, width: int) -> None:
    """Draw the club beside the logo, or the product's name if the club cannot be drawn."""
    for text in (*_drawable([club]), "Manilla"):
        try:
            size, lines = fit_text([text], BOLD, range(24, 15, -2), width, 1)
        except DoesNotFit:
            continue
        drawing.texts.append(Text(MARGIN + 40, 71, size, BOLD, "on-felt", lines[0]))
        return


def _drawable_title(shared: ShareContent) -> str:
    """Return the title, or what replaces it if it cannot be drawn."""
    return next(iter(_drawable([shared.title, shared.club])), "Manilla")


def _without_contestants(shared: ShareContent) -> Drawing:
    """Draw what, when and where."""
    drawing = Drawing(fan=(716, 200, 420))
    _club_line(drawing, shared.club if shared.club != _drawable_title(shared) else "Manilla", 800)
    size, lines = fit_text([_drawable_title(shared)], SERIF, range(92, 31, -4), 600, 3)
    first = 330 - (len(lines) - 1) * size // 2
    for at, line in enumerate(lines):
        drawing.texts.append(Text(MARGIN, first + at * size, size, SERIF, "on-felt", line))
    y = first + (len(lines) - 1) * size + 58
    for fact in _drawable(shared.facts):
        size, lines = fit_text([fact], SANS, range(30, 15, -2), 620, 2)
        for line in lines:
            drawing.texts.append(Text(MARGIN, y, size, SANS, "on-felt-quiet", line))
            y += 40
    return drawing


def _with_contestants(shared: ShareContent) -> Drawing:
    """Draw the winners, or those in the lead."""
    drawing = Drawing(fan=(830, 57, 330))
    _club_line(drawing, shared.club, _TITLE_WIDTH - 40)
    try:
        size, lines = fit_text([_drawable_title(shared)], SERIF, range(66, 51, -2), _TITLE_WIDTH, 1)
    except DoesNotFit:
        size, lines = fit_text([_drawable_title(shared)], SERIF, range(44, 27, -2), _TITLE_WIDTH, 2)
    y, below = (158, 204) if len(lines) == 1 else (122, 212)
    for at, line in enumerate(lines):
        drawing.texts.append(Text(MARGIN, y + at * 46, size, SERIF, "on-felt", line))
    facts = " · ".join(_drawable(shared.facts))
    size, lines = fit_text([facts], SANS, range(25, 15, -1), _TITLE_WIDTH, 2)
    for at, line in enumerate(lines):
        drawing.texts.append(
            Text(MARGIN, below + at * (size + 6), size, SANS, "on-felt-quiet", line)
        )
    _add_columns(drawing, shared.columns)
    return drawing


def _add_columns(drawing: Drawing, columns: Sequence[Column]) -> None:
    left, right = MARGIN, MARGIN + _HALF + GAP
    if len(columns) > 2:
        entries = tuple(
            replace(entry, label=f"{column.name}:")
            for column in columns
            for entry in column.entries[:1]
        )
        if len(entries) > MAX_ROWS:
            raise DoesNotFit
        _entries_sheet(drawing, (left, _TOP, WIDTH - 2 * MARGIN), "", "", entries)
    elif len(columns) == 2:
        for column, x in zip(columns, (left, right), strict=True):
            box = (x, _TOP, _HALF)
            if column.winners:
                _winners_card(drawing, box, column)
            else:
                _column_sheet(drawing, box, column, MAX_ROWS_BESIDE)
    elif columns[0].winners:
        column = columns[0]
        others = column.entries[len(column.winners) :]
        size = _winners_card(drawing, (left, _TOP, _HALF if others else WIDTH - 2 * MARGIN), column)
        if others:
            _entries_sheet(
                drawing, (right, _TOP, _HALF), "", "", others[:MAX_ROWS_BESIDE], size - 2
            )
    else:
        _column_sheet(drawing, (left, _TOP, WIDTH - 2 * MARGIN), columns[0], MAX_ROWS)


def _winners_card(drawing: Drawing, box: _Box, column: Column) -> int:
    """Draw the winners on the ace of coins with their total; return the size of the names."""
    x, top, width = box
    drawing.aces.append(box)
    inside, right = x + 104, x + width - 34
    parts = [part for winner in column.winners for part in winner.names.split(PAIR_SEPARATOR)]
    size, lines = fit_text(
        parts, BOLD, range(38, 19, -2), right - inside, 4, height=140, one_line=False
    )
    y = top + 57
    for label in _drawable([column.title]):
        label_size, (label, *_more) = fit_text([label], SANS, range(24, 15, -2), right - inside, 1)
        drawing.texts.append(Text(inside, y, label_size, SANS, "quiet", label))
    for line in lines:
        y += round(size * LINE_HEIGHT_RATIO)
        drawing.texts.append(Text(inside, y, size, BOLD, "ink", line))
    figure_size = 84 if len(lines) < 3 else 64 if len(lines) == 3 else 44
    y = top + 246
    drawing.texts.append(Text(inside, y, figure_size, SERIF, "ink", column.winners[0].figure))
    for name in _drawable([column.figure_name]):
        drawing.texts.append(Text(inside, y + 34, 24, SANS, "quiet", name))
    return size


def _column_sheet(drawing: Drawing, box: _Box, column: Column, max_rows: int) -> None:
    _entries_sheet(drawing, box, column.title, column.figure_name, column.entries[:max_rows])


def _entries_sheet(
    drawing: Drawing,
    box: _Box,
    title: str,
    figure_name: str,
    entries: Sequence[PictureRow],
    largest: int = HEIGHT,
) -> None:
    """Draw places, names and totals; no name is larger than the one above."""
    x, top, width = box
    drawing.sheets.append(box)
    left, right, y = x + 30, x + width - 30, top + 14
    headings = _drawable([title]), _drawable([figure_name])
    if any(headings):
        for heading in headings[0]:
            size, lines = fit_text([heading], SERIF, range(26, 15, -2), (right - left) * 0.6, 1)
            drawing.texts.append(Text(left, top + 46, size, SERIF, "ink", lines[0]))
        for heading in headings[1]:
            drawing.texts.append(Text(right, top + 46, 20, SANS, "quiet", heading, "end"))
        drawing.rules.append((left, top + 60, right - left))
        y = top + 64
    height = min(92, (_BOTTOM - 10 - y) // max(1, len(entries)))
    for at, entry in enumerate(entries):
        largest = _entry_row(drawing, (left, y + at * height, right - left), height, entry, largest)


def _entry_row(drawing: Drawing, box: _Box, height: int, entry: PictureRow, largest: int) -> int:
    """Draw a contestant with place and figure; return the size of the names."""
    left, top, width = box
    middle, figure_size = top + height // 2, 40 if height >= 60 else 34
    figure = width_of(entry.figure, SERIF, figure_size)
    if entry.place == "1":
        drawing.coins.append((left + 24, middle))
    drawing.texts.append(Text(left + 24, middle + 11, 30, SERIF, "ink", entry.place, "middle"))
    drawing.texts.append(
        Text(left + width, middle + 14, figure_size, SERIF, "ink", entry.figure, "end")
    )
    parts = [*_drawable([entry.label]), *unbreakable_name_parts(entry.names)]
    room = width - 64 - figure - 24
    sizes = range(max(MIN_NAME_SIZE, min(34 if height >= 80 else 30, largest)), 15, -2)
    size, lines = fit_text(parts, BOLD, sizes, room, 4, height=height - 8)
    first = middle + round(size * (0.36 - LINE_HEIGHT_RATIO / 2 * (len(lines) - 1)))
    for at, line in enumerate(lines):
        y = first + round(at * size * LINE_HEIGHT_RATIO)
        drawing.texts.append(Text(left + 64, y, size, BOLD, "ink", line))
    return size
