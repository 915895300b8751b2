"""Stands in, in the page, for Pyodide's loader of packages, which unpacks archives into its files.

The page brings everything along and never loads a package; Pyodide imports its loader all the same,
with a tenth of the byte code of each start behind it. The archive for own bots, whose workers do
install wheels, keeps the real one.
"""

import site


class Folder:
    """Where packages would lie; Pyodide asks for it as a text."""

    def __init__(self, path: str) -> None:
        self._path = path

    def __str__(self) -> str:
        return self._path


SITE_PACKAGES = Folder(site.getsitepackages()[0])
DSO_DIR = Folder("/usr/lib")


def init_loaded_packages() -> None:
    """There are none."""


def __getattr__(name: str) -> object:
    raise AttributeError(f"{name}: this page's Python loads no packages")
