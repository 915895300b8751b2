"""``python -m cacao_core``: see :mod:`cacao_core.cli`."""

from __future__ import annotations

import sys

from cacao_core.cli import main, use_utf8

if __name__ == "__main__":
    use_utf8()
    sys.exit(main())
