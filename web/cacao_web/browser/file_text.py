"""The text of a file, whatever program has written it."""

from __future__ import annotations

from typing import Final

_MARKS: Final = {
    b"\xef\xbb\xbf": "utf-8",
    b"\xff\xfe": "utf_16_le",
    b"\xfe\xff": "utf_16_be",
}
"""The beginnings of files that name their encoding. Spreadsheets call UTF-16 "Unicode text"."""
_LOOKED_AT: Final = 1000


def decoded(data: bytes) -> str:
    """The text of a file, without a mark of its encoding.

    What is neither UTF-8 nor UTF-16 is read as Windows-1252, as spreadsheets on Windows write it.
    """
    for mark, encoding in _MARKS.items():
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    start = data[:_LOOKED_AT]
    for encoding, zeros in (("utf_16_le", start[1::2]), ("utf_16_be", start[::2])):
        if zeros.count(0) > len(zeros) // 2:  # most letters of our languages
            return data.decode(encoding, "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")
