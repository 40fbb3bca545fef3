"""hanzo_dev under its old name: the same objects, with one warning a process. Spec: REN-10."""

from __future__ import annotations

import importlib
import sys
import warnings
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from types import ModuleType

OLD, NEW = "hanzo_repl", "hanzo_dev"

warnings.warn(
    "hanzo-repl is now called hanzo-dev: install hanzo-dev instead",
    DeprecationWarning,
    stacklevel=2,
)


class _Same(MetaPathFinder, Loader):
    """Finds each submodule of the old name as the object that it is under the new one."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        """The spec of a submodule of the old name; None for all other names."""
        return ModuleSpec(fullname, self) if fullname.startswith(f"{OLD}.") else None

    def create_module(self, spec: ModuleSpec) -> None:
        """None: what stands in sys.modules in the end is not made here."""

    def exec_module(self, module: ModuleType) -> None:
        """Put the module of the new name in the place of the one that was to be filled."""
        name = module.__name__
        sys.modules[name] = importlib.import_module(NEW + name.removeprefix(OLD))


sys.meta_path.insert(0, _Same())
sys.modules[OLD] = importlib.import_module(NEW)
