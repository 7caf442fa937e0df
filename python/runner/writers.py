"""Files that a tool left open: what it wrote to them is not to stay in this process's memory."""

import contextlib
import io
from gc import get_objects

# A text layer writes into a buffer, so text comes first.
_LAYERS = (io.TextIOWrapper, (io.BufferedWriter, io.BufferedRandom, io.BufferedRWPair))


def flush_writers() -> None:
    """Flush every writer of Python's own that is still open; nothing is closed.

    One that cannot be written any more (a pipe without a reader, a closed descriptor) is passed
    over, as Python itself does at its end.
    """
    # The type is asked directly: a foreign object may have a `__class__` that is code of the file.
    objects = [found for found in get_objects() if issubclass(type(found), io.IOBase)]
    for layer in _LAYERS:
        for stream in objects:
            if issubclass(type(stream), layer):
                with contextlib.suppress(BaseException):
                    stream.flush()
