"""Loads all modules of the start from a single file.

Finding and reading every module separately in Python's archive is half of the cost of importing.
The build puts this module into the archive as ``sitecustomize``, which Python imports before the
page's modules, together with :data:`PIECE`.
"""

import gc
import marshal  # built in; the rest of the library is in the file to be loaded
import sys
from _frozen_importlib import ModuleSpec

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import ModuleType

PIECE = "start.marshal"
"""Member of the archive: module -> whether it is a package, and its code, both by ``marshal``."""
_RARELY = 20_000
"""Objects until garbage collection; ten times the default, because imported objects stay. Four
collections took a hundredth of the start."""


class StartImporter:
    """Finds and loads modules of the file; all others are loaded from the archive as usual."""

    def __init__(self, archive: str, modules: dict[str, tuple[bool, bytes]]) -> None:
        self._archive = archive
        self._modules = modules

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:
        if name not in self._modules:
            return None
        is_package = self._modules[name][0]
        place = f"{self._archive}/{name.replace('.', '/')}"
        origin = f"{place}/__init__.pyc" if is_package else f"{place}.pyc"
        spec = ModuleSpec(name, self, origin=origin, is_package=is_package)  # type: ignore[arg-type]
        spec.has_location = True
        if spec.submodule_search_locations is not None:
            spec.submodule_search_locations.append(place)
        return spec

    def create_module(self, spec: ModuleSpec) -> None:
        """Let Python create the module as usual."""

    def exec_module(self, module: "ModuleType") -> None:
        code = marshal.loads(self._modules[module.__name__][1])  # noqa: S302  (our own archive)
        exec(code, module.__dict__)  # noqa: S102

    def get_source(self, name: str) -> None:
        """There is no source text: only bytecode is shipped."""


if __name__ == "sitecustomize":
    gc.set_threshold(_RARELY)
    _loader = vars()["__loader__"]  # of the archive
    _data = _loader.get_data(f"{_loader.archive}/{PIECE}")
    sys.meta_path.insert(0, StartImporter(_loader.archive, marshal.loads(_data)))  # noqa: S302
