"""Modules beside the tools file: run from the bytes that are hashed, and remembered.

What lies in the file's folder or below it counts, but not the interpreter's own packages (a virtual
environment beside the file). A ``.pyc`` is never run: it may hold another program than its source.
"""

import hashlib
import os
import site
import sys
import zipimport
from importlib.machinery import (
    ExtensionFileLoader,
    ModuleSpec,
    SourceFileLoader,
    SourcelessFileLoader,
)
from types import CodeType, ModuleType

from .program import compile_text, decode

# Far above what a folder of tools has, and far below what a reply may hold.
_MAX_SIBLINGS = 1_000

_imported: set[tuple[str, str]] = set()


def hash_siblings(folder: str) -> None:
    """From now on imports from the folder and below run hashed bytes.

    Python's own loaders are changed, and not the way to them: `importlib.util` and `runpy` make
    loaders without asking the import path.
    """
    place = _Place(folder)
    _hash_sources(place)
    _hash_zipped_sources(place)
    _hash_extensions(place)
    _refuse_sourceless(place)


def imported_siblings() -> list[dict[str, str]]:
    """Path relative to the folder, and hash, of every one imported so far; sorted by path."""
    return [{"path": path, "sha256": digest} for path, digest in sorted(_imported)]


class _Place:
    """The folder of the tools file, less what of the interpreter lies below it."""

    def __init__(self, folder: str) -> None:
        self._folders = _forms(folder)
        packages = [*site.getsitepackages(), site.getusersitepackages()]
        interpreter = [sys.prefix, sys.exec_prefix, sys.base_prefix, *packages]
        # Strictly below: a file may itself lie inside of an interpreter's tree.
        self._foreign = [
            form
            for path in interpreter
            for form in _forms(path)
            if form not in self._folders and any(_is_within(form, root) for root in self._folders)
        ]

    def label(self, path: str) -> str | None:
        """The path as a receipt shows it; None for what is not of this place."""
        for form, folder in zip(_forms(path), self._folders, strict=True):
            if _is_within(form, folder):
                if any(_is_within(form, foreign) for foreign in self._foreign):
                    return None
                return _visible(os.path.relpath(form, folder).replace(os.sep, "/"))
        return None

    def remember(self, label: str, content: bytes) -> None:
        """Raises ImportError for one too many: none runs that the receipt does not name."""
        entry = (label, f"sha256:{hashlib.sha256(content).hexdigest()}")
        if entry not in _imported and len(_imported) == _MAX_SIBLINGS:
            raise ImportError(f"more than {_MAX_SIBLINGS} modules beside the tools file")
        _imported.add(entry)


def _hash_sources(place: _Place) -> None:
    usual = SourceFileLoader.get_code

    def get_code(self: SourceFileLoader, fullname: str) -> CodeType | None:
        path = self.get_filename(fullname)
        label = place.label(path)
        if label is None:
            return usual(self, fullname)
        content = self.get_data(path)
        place.remember(label, content)
        return compile_text(decode(content), path)

    SourceFileLoader.get_code = get_code  # type: ignore[assignment, method-assign]


def _hash_zipped_sources(place: _Place) -> None:
    usual = zipimport.zipimporter.get_code

    def get_code(self: zipimport.zipimporter, fullname: str) -> CodeType:
        module = self.prefix + fullname.rpartition(".")[2]  # the prefix ends with a separator
        ending = f"{os.sep}__init__.py" if self.is_package(fullname) else ".py"
        path = f"{self.archive}{os.sep}{module}{ending}"
        label = place.label(path)
        if label is None:
            return usual(self, fullname)
        try:
            content = self.get_data(path)
        except OSError:
            raise ImportError(f"no source of {fullname!a} in its archive", name=fullname) from None
        place.remember(label, content)
        return compile_text(decode(content), path)

    zipimport.zipimporter.get_code = get_code  # type: ignore[method-assign]


def _hash_extensions(place: _Place) -> None:
    usual = ExtensionFileLoader.create_module

    def create_module(self: ExtensionFileLoader, spec: ModuleSpec) -> ModuleType:
        path = self.get_filename(spec.name)
        label = place.label(path)
        if label is not None:
            place.remember(label, self.get_data(path))
        return usual(self, spec)

    ExtensionFileLoader.create_module = create_module  # type: ignore[method-assign]


def _refuse_sourceless(place: _Place) -> None:
    usual = SourcelessFileLoader.get_code

    def get_code(self: SourcelessFileLoader, fullname: str) -> CodeType | None:
        if place.label(self.get_filename(fullname)) is not None:
            raise ImportError(f"no source of {fullname!a} beside its .pyc", name=fullname)
        return usual(self, fullname)

    SourcelessFileLoader.get_code = get_code  # type: ignore[method-assign]


def _visible(path: str) -> str:
    """Nothing of it can break a line or a terminal, or be no text at all."""
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in path)


def _forms(path: str) -> tuple[str, str]:
    """As it is written, and with links followed: either may lead into the folder."""
    return os.path.abspath(path), os.path.realpath(path)  # noqa: PTH100


def _is_within(path: str, folder: str) -> bool:
    return path == folder or path.startswith(folder.rstrip(os.sep) + os.sep)
