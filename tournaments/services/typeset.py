"""A program of its own that sets one sheet: what to set comes as JSON on its input, the PDF is its output.

Typst keeps what it has laid out for the next time, some 60 MB for a night's personal cards; a process that
ends gives it back, and takes no server with it if it breaks. It imports nothing of the house and starts in a
moment.
"""

import json
import sys

import typst


def main() -> None:
    """Read {"layout", "root", "inputs", "tags"} and write the PDF."""
    asked = json.load(sys.stdin)
    pdf = typst.compile(
        asked["layout"],
        root=asked["root"],
        # The machine's fonts come last, for letters that those compiled in lack.
        font_paths=typst.Fonts(include_system_fonts=True),
        ignore_system_fonts=True,  # they are among those already
        sys_inputs=asked["inputs"],
        pdf_tags=asked["tags"],
    )
    sys.stdout.buffer.write(pdf)


if __name__ == "__main__":
    main()
