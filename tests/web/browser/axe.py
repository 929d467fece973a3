"""Asks axe for the serious faults of a page in the dark and in the light, once nothing on it moves any more.

Half a fade has no contrast.
"""

from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

from tests import needs

SOURCE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
STILL = """
async () => {
  const passing = document.getAnimations().filter((each) => each.effect.getTiming().iterations !== Infinity);
  await Promise.allSettled(passing.map((each) => each.finished));
}
"""
# What axe has to say about everything that is fine is long, and nobody asks for it.
RUN = "axe.run(document, { resultTypes: ['violations'] }).then(({ violations }) => violations)"

THEMES: tuple[Literal["dark", "light"], ...] = ("dark", "light")


def serious_faults(page: Page) -> list[str]:
    if not SOURCE.exists():
        needs.missing("axe-core (npm install --no-save axe-core)")
    page.evaluate(SOURCE.read_text(encoding="utf-8"))
    return [fault for theme in THEMES for fault in _seen_in(page, theme)]


def _seen_in(page: Page, theme: Literal["dark", "light"]) -> list[str]:
    page.emulate_media(color_scheme=theme)
    page.evaluate(STILL)
    return [
        f"{theme}, {fault['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for fault in page.evaluate(RUN)
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:3]
    ]
