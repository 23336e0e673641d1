"""Files packed by gzip or zstandard, told by their first bytes, whatever they are called."""

import gzip
import re
import zlib
from io import BufferedReader, RawIOBase
from typing import Any, Final

from scorecli.errors import ScorecliError
from scorecli.extras import imported

_GZIP: Final = re.compile(rb"\x1f\x8b")
_ZSTD: Final = re.compile(rb"\x28\xb5\x2f\xfd|[\x50-\x5f]\x2a\x4d\x18")
"""What a file packed by zstandard begins with: data, or a frame that holds none."""


class DamagedError(ScorecliError):
    """Packed data end too early, or cannot be unpacked."""


class _Unpacked(RawIOBase):
    """The bytes of a packed file; whatever is wrong with them is a `DamagedError`."""

    def __init__(self, packed: Any, by: str, damaged: tuple[type[Exception], ...]) -> None:
        self._packed = packed
        self._by = by
        self._damaged = damaged

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        try:
            data: bytes = self._packed.read1(len(buffer))
        except self._damaged:
            message = f"the {self._by} data ends too early or is damaged"
            raise DamagedError(message) from None
        buffer[: len(data)] = data
        return len(data)


def is_packed(head: bytes) -> bool:
    """Whether a file that begins like this is packed."""
    return bool(_GZIP.match(head) or _ZSTD.match(head))


def unpacked(stream: BufferedReader) -> BufferedReader:
    """The bytes of a stream, unpacked if they are packed by gzip or zstandard.

    Raises:
        ScorecliError: if nothing is installed that unpacks zstandard.
    """
    head = stream.peek(4)[:4]
    if _GZIP.match(head):
        damaged = (EOFError, gzip.BadGzipFile, zlib.error)
        return BufferedReader(_Unpacked(gzip.GzipFile(fileobj=stream), "gzip", damaged))
    if _ZSTD.match(head):
        zstd = _zstd()
        by_zstd = _Unpacked(zstd.ZstdFile(stream), "zstandard", (EOFError, zstd.ZstdError))
        return BufferedReader(by_zstd)
    return stream


def _zstd() -> Any:
    """The module that unpacks zstandard: a part of Python from 3.14 on."""
    return imported("zstd", "packed by zstandard", "compression.zstd", "backports.zstd")
