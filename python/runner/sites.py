"""What an interpreter does at its start, done later: for one that was started with ``-I -S``.

``sitecustomize``, ``.pth`` files and whatever ``PYTHONPATH`` puts in the place of a module are code
of the user's. Where a proof has to come before any of it, it runs after the proof.
"""

import os
import site
import sys


def use_sites() -> None:
    """Add PYTHONPATH, the virtual environment, the user's site and the system's, as `site` does."""
    path = os.environ.get("PYTHONPATH")
    if path:
        sys.path[:0] = path.split(os.pathsep)
    # `-I` has switched it off; `site` itself does so again in a virtual environment.
    is_own = os.getuid() == os.geteuid() and os.getgid() == os.getegid()
    site.ENABLE_USER_SITE = is_own and not os.environ.get("PYTHONNOUSERSITE")
    site.main()
