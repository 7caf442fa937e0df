"""What of foreign text may stand in a message: short, printable ASCII, on one line."""

_MAX_LENGTH = 300
_MAX_NAME_LENGTH = 64
# Asked directly: a metaclass may have a `__name__` of its own, and that is code of the file.
_CLASS_NAME = type.__dict__["__name__"]


def shown(text: str) -> str:
    """The text with all but printable ASCII escaped, and cut."""
    escaped = "".join(c if " " <= c <= "~" else ascii(c)[1:-1] for c in text[: _MAX_LENGTH + 1])
    return escaped if len(escaped) <= _MAX_LENGTH else f"{escaped[:_MAX_LENGTH]}..."


def type_name(value: object) -> str:
    """Name of a value's class; runs no code of either."""
    return class_name(type(value))


def class_name(owner: type) -> str:
    """A class's name when it is a short ASCII identifier; else nothing of it."""
    name: str = _CLASS_NAME.__get__(owner)
    plain = name.isascii() and name.isidentifier() and len(name) <= _MAX_NAME_LENGTH
    return name if plain else "<unnamed>"
