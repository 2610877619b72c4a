"""Something for a phone to point at."""

import segno


def qr_picture(text: str) -> str:
    """A QR code as the address of an SVG image: black on white, readable with a torn corner."""
    code = segno.make(text, error="m", micro=False)
    return code.svg_data_uri(border=2, scale=4, dark="#000", light="#fff", xmldecl=False, svgns=True)
