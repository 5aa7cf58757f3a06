"""What surrounds the cards on the table: panels, ring, banner, buttons. No rule is known here.

Each file is one part: a node that lies in a zone of the layout and shows one part of the table's
model. `hud.Hud` puts them together.
"""

from __future__ import annotations
