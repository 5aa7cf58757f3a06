"""Where the executable begins: the same as `python -m red7_desktop`."""

from __future__ import annotations

import sys

from red7_desktop.__main__ import main

sys.exit(main())
