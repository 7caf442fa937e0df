"""What text may stand in a contract: a reader of the contract must see all that a model reads."""

import re
import unicodedata

# Default_Ignorable_Code_Point, separators, every space but U+0020 and the wide U+3000, and what
# has no character of its own on a screen: fillers, annotation marks, controls of hieroglyphs.
# A table, and not unicodedata: what is valid must not depend on Python's version of Unicode.
_HIDDEN = "".join(
    f"{chr(first)}-{chr(last)}"
    for first, last in [
        (0xA0, 0xA0),  # no-break space
        (0xAD, 0xAD),  # soft hyphen
        (0x34F, 0x34F),
        (0x61C, 0x61C),
        (0x115F, 0x1160),
        (0x1680, 0x1680),
        (0x17B4, 0x17B5),
        (0x180B, 0x180F),
        (0x2000, 0x200F),  # spaces of many widths and of none, direction marks
        (0x2028, 0x202F),  # separators, bidirectional embeddings and overrides
        (0x205F, 0x206F),  # word joiner, bidirectional isolates
        (0x2800, 0x2800),  # braille without a dot
        (0x3164, 0x3164),
        (0xFE00, 0xFE0F),  # variation selectors
        (0xFEFF, 0xFEFF),
        (0xFFA0, 0xFFA0),
        (0xFFF0, 0xFFFC),  # annotation marks, the place of an object
        (0x13430, 0x1343F),
        (0x16FE4, 0x16FE4),
        (0x1BCA0, 0x1BCA3),
        (0x1D159, 0x1D159),  # a note without a head
        (0x1D173, 0x1D17A),
        (0xE0000, 0xE0FFF),  # tags, further variation selectors
    ]
)
_HIDDEN_RUN = re.compile(f"[{_HIDDEN}]+")
# A wide space is one character of East Asian text. Next to another space it only pushes text away.
_WIDE_RUN = re.compile(" \u3000|\u3000[ \u3000]")
# Scripts and emoji are spelt with these, one directly behind a visible character beyond ASCII: the
# two joiners, the two presentation selectors, and a selector with a joiner. Runs carry messages.
_SPELLING = {"\u200c", "\u200d", "\ufe0e", "\ufe0f", "\ufe0f\u200d"}


def is_well_formed(text: str) -> bool:
    """No lone surrogates: the text has a UTF-8 form."""
    return not any("\ud800" <= character <= "\udfff" for character in text)


def has_control_characters(text: str, allowed: str = "") -> bool:
    """True when the text holds a control character (C0, DEL, C1) that is not allowed."""
    return any(unicodedata.category(c) == "Cc" and c not in allowed for c in text)


def is_plain(text: str) -> bool:
    """Fit for a value that is compared: well formed, nothing in it that cannot be seen."""
    hidden = _HIDDEN_RUN.search(text) or _WIDE_RUN.search(text)
    return is_well_formed(text) and not has_control_characters(text) and not hidden


def hides_something(text: str) -> bool:
    """True when a reader cannot see all of a text; control characters are another question."""
    runs = _HIDDEN_RUN.finditer(text)
    return bool(_WIDE_RUN.search(text)) or any(not _spells(text, run) for run in runs)


def _spells(text: str, run: re.Match[str]) -> bool:
    before = text[run.start() - 1] if run.start() > 0 else " "
    return run.group() in _SPELLING and before > "\xa0" and before != "\u3000"


def as_seen(text: str) -> str:
    """What is left of a text when spaces look alike, however wide and however many."""
    return " ".join(text.replace("\u3000", " ").split())


def text_of(value: object) -> str | None:
    """The characters of a string, whatever a subclass of it says about itself; else None."""
    return str.__str__(value) if isinstance(value, str) else None
