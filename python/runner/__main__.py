"""Entry of the runner: ``python3 -B -P <this file>``, with ``-I -S`` for ``--isolate net``.

The package is loaded under a private name, so a tool file may import a sibling of its own that is
called ``runner``; ``edgestudio`` comes from this tree and from nowhere else.
"""

import importlib
import importlib.util
import os
import sys
from pathlib import Path

_PACKAGE = "_edge_runner"
_FIRST_FOREIGN_FD = 5


def _close_inherited() -> None:
    """Close what is neither stdio nor one of our two pipes.

    A socket or terminal that the caller of the caller left open would lead out of any namespace.
    """
    try:
        numbers = [int(name) for name in os.listdir("/dev/fd")]  # noqa: PTH208 - before pathlib
    except OSError:
        numbers = [os.sysconf("SC_OPEN_MAX")]
    os.closerange(_FIRST_FOREIGN_FD, max(numbers) + 1)


def _load_package(folder: Path) -> None:
    spec = importlib.util.spec_from_file_location(
        _PACKAGE, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if spec is None or spec.loader is None:
        raise ImportError(f"cannot load the runner from {folder}")
    package = importlib.util.module_from_spec(spec)
    sys.modules[_PACKAGE] = package
    spec.loader.exec_module(package)


def _load_declarations(root: Path) -> None:
    sys.path.insert(0, str(root))
    importlib.import_module("edgestudio.tools")
    sys.path.remove(str(root))


if __name__ == "__main__":
    _close_inherited()
    folder = Path(__file__).resolve().parent
    _load_package(folder)
    _load_declarations(folder.parent)
    importlib.import_module(f"{_PACKAGE}.entry").main()
