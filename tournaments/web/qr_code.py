"""QR codes as inline SVG."""

import segno
from django.utils.safestring import SafeString


def qr_code(url: str) -> SafeString:
    """Return a QR code, black on white in every theme so that cameras can read it."""
    svg = segno.make(url, error="m").svg_inline(
        svgclass="qr", lineclass="", omitsize=True, border=4, light="#fff"
    )
    return SafeString(svg)
