"""Make the bundled fonts: `python make_fonts.py BESLEY ATKINSON FOLDER`.

Browsers get the two fonts as WOFF2. The share pictures are drawn on the server with the same
letters as TTF, one file a weight, and measured by `widths.json`.

BESLEY is `besley-latin-700-normal.woff2` of @fontsource/besley 5.3.0, ATKINSON
`atkinson-hyperlegible-next-latin-wght-normal.woff2` of
@fontsource-variable/atkinson-hyperlegible-next 5.3.0. Needs fonttools and brotli, which nothing
else of this project does.
"""

import json
import sys
from copy import deepcopy
from pathlib import Path

from fontTools.subset import Options, Subsetter, load_font
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

# Basic Latin, Latin-1, the letters of Catalan and French beyond them, and typographic marks.
CHARACTERS = [
    *range(0x20, 0x7F),
    *range(0xA0, 0x100),
    *(0x131, 0x13F, 0x140, 0x152, 0x153),
    *(0x2013, 0x2014, 0x2018, 0x2019, 0x201A, 0x201C, 0x201D, 0x201E, 0x2022, 0x2026),
    *(0x20AC, 0x2212),
]

# Besley's own tabular zero is drawn too light, so the proportional digits get one width instead.
DIGIT_WIDTH = 1236

# From regular to bold; lighter and heavier weights are left out.
WEIGHTS = (400, 700)


def subset(source: Path, features: list[str]) -> TTFont:
    """Return the font with the characters of the site and these OpenType features alone."""
    options = Options(flavor="woff2", hinting=False, layout_features=features)
    font = load_font(str(source), options)
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=CHARACTERS)
    subsetter.subset(font)
    return font


def set_digit_width(font: TTFont, width: int) -> None:
    """Centre each digit in the same width, so that numbers stand in columns."""
    glyphs, metrics, names = font["glyf"], font["hmtx"], font.getBestCmap()
    for digit in "0123456789":
        name = names[ord(digit)]
        advance, bearing = metrics[name]
        shift = round((width - advance) / 2)
        glyphs[name].coordinates.translate((shift, 0))
        glyphs[name].recalcBounds(glyphs)
        metrics[name] = (width, bearing + shift)


def widths(font: TTFont) -> dict[str, float]:
    """Return the width of each character, in parts of the font's size."""
    metrics, size = font["hmtx"], font["head"].unitsPerEm
    names = font.getBestCmap().items()
    return {chr(code): round(metrics[name][0] / size, 4) for code, name in names}


def set_family(font: TTFont, family: str, weight: int) -> None:
    """Name the font as the template of the share picture does."""
    style = "Bold" if weight == 700 else "Regular"
    for number, text in ((1, family), (2, style), (4, f"{family} {style}"), (16, family)):
        font["name"].setName(text, number, 3, 1, 0x409)
    font["OS/2"].usWeightClass = weight


def write_ttf(besley: TTFont, atkinson: TTFont, folder: Path) -> None:
    """Write one TTF a weight, and the widths of their characters."""
    fonts = {"besley-700": (besley, "Besley", 700)}
    for weight in WEIGHTS:
        instance = instantiateVariableFont(deepcopy(atkinson), {"wght": weight})
        fonts[f"atkinson-{weight}"] = (instance, "Atkinson", weight)
    for name, (font, family, weight) in fonts.items():
        set_family(font, family, weight)
        font.flavor = None
        font.save(folder / f"{name}.ttf")
    measured = {name: widths(font) for name, (font, _family, _weight) in fonts.items()}
    text = json.dumps(measured, ensure_ascii=False, sort_keys=True)
    (folder / "widths.json").write_text(text + "\n", encoding="utf-8")


def main(besley: Path, atkinson: Path, folder: Path) -> None:
    """Write all of them into the folder."""
    serif = subset(besley, ["kern", "liga"])
    set_digit_width(serif, DIGIT_WIDTH)
    sans = subset(atkinson, ["kern", "locl", "tnum"])
    instantiateVariableFont(sans, {"wght": WEIGHTS}, inplace=True)
    for font, name in ((serif, "besley"), (sans, "atkinson")):
        font.flavor = "woff2"
        font.save(folder / f"{name}.woff2")
    write_ttf(deepcopy(serif), sans, folder)


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
