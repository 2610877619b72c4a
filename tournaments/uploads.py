"""How much may be sent at once: looked at before a byte of it is kept, whichever page it is for."""

from typing import Any

from django.core.exceptions import RequestDataTooBig
from django.core.files.uploadhandler import FileUploadHandler

MOST_BYTES = 12 * 1024 * 1024
"""Of a whole body with files in it; what a single file may have, its page says."""


class BoundedUpload(FileUploadHandler):
    """Stops a body that says it is larger; keeps nothing itself, those after it do."""

    def handle_raw_input(
        self, input_data: Any, META: Any, content_length: int, boundary: Any, encoding: str | None = None
    ) -> None:
        if content_length > MOST_BYTES:
            raise RequestDataTooBig(f"A body of {content_length} bytes is too large.")

    def receive_data_chunk(self, raw_data: bytes, start: int) -> bytes:
        return raw_data

    def file_complete(self, file_size: int) -> None:
        return None
