"""How the tests read a printed sheet: its pages, their words, and how they look."""

import re
from dataclasses import dataclass

import pypdfium2
from PIL import Image

MILLIMETRE = 72 / 25.4
A4, LETTER = (210.0, 297.0), (215.9, 279.4)
HOSTILE = [
    "#let x = 1",
    '$y$ "q" \\ *b* _i_',
    "@ref <lab> `c` [a] // c",
    "😀 Zoë",
    "שלום עולם",
    "محمد العربي",
    "W" * 80,
    "Christopher Featherstonehaugh-Cholmondeley",
    "= + / - # {} ~ -- ...",
    "O'Brien & Søn <b>Łukasz</b>",
]
"""Names that a layout might take for its own language, or that are longer than any line."""


@dataclass(frozen=True)
class Page:
    """One page: its sides in millimetres, its words, and itself as a picture."""

    size: tuple[float, float]
    text: str
    picture: Image.Image

    @property
    def squeezed(self) -> str:
        """The words without spaces and without what a line's end makes of them."""
        return squeezed(self.text)

    def blank(self, left: float, top: float, right: float, bottom: float) -> bool:
        """Whether nothing is printed inside; millimetres from the left upper corner."""
        across, down = self.picture.width / self.size[0], self.picture.height / self.size[1]
        box = (int(left * across), int(top * down), int(right * across), int(bottom * down))
        return self.picture.crop(box).convert("L").getextrema()[0] == 255


def squeezed(text: str) -> str:
    """Words without spaces, hyphens and unseen signs, to be looked for across the ends of lines."""
    return re.sub(r"[\s\u200b\u00ad\x02\ufffe-]", "", text)


def pages_of(pdf: bytes, dots: float = 3) -> list[Page]:
    """Every page of a PDF; `dots` to a millimetre."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [_page(page, dots) for page in document]
    finally:
        document.close()


def texts_of(pdf: bytes) -> list[str]:
    """The words of every page, squeezed: quicker than the pages themselves."""
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [squeezed(page.get_textpage().get_text_bounded()) for page in document]
    finally:
        document.close()


def _page(page: pypdfium2.PdfPage, dots: float) -> Page:
    wide, high = page.get_size()
    picture = page.render(scale=dots / MILLIMETRE).to_pil()
    words = page.get_textpage()
    text = words.get_text_bounded()
    words.close()
    return Page((round(wide / MILLIMETRE, 1), round(high / MILLIMETRE, 1)), text, picture)
