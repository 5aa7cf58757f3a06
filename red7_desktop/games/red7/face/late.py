"""What of Red7's face is imported when it is asked for, so that it can be loaded ahead."""

from __future__ import annotations

from typing import Final

LATE: Final = (
    "face.course.course",
    "face.course.first_game",
    "face.course.lessons",
    "face.late",
    "face.lens.lens",
    "face.lens.lens_model",
    "face.looking_back.endings",
    "face.looking_back.feats",
    "face.looking_back.log_model",
    "face.looking_back.match_history",
    "face.looking_back.review",
    "face.looking_back.rounds_won",
    "face.pictures.position_thumbnail",
    "face.pictures.rules_figures",
    "face.pictures.table_sketch",
    "face.setup",
    "face.table.banner",
    "face.table.palette_notes",
    "face.table.present",
    "face.table.present_actions",
    "face.table.prompts",
    "face.table.ring",
    "face.table.spread_model",
    "face.table.starter",
    "face.table.table_marks",
    "face.table.sound_cues",
    "face.table.zone_kinds",
    "face.words.card_words",
    "face.words.hint_words",
    "face.words.narration",
    "face.words.previews",
    "face.words.puzzle_words",
    "face.words.reason_words",
    "face.words.rules_text",
    "rules.observation",
    "rules.options",
    "rules.text.record",
    "rules.text.record_reading",
    "rules.text.replay",
)
"""Names in the game's folder."""
