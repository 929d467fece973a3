"""Asks axe for the serious faults of a page in the dark and in the light, once nothing on it moves any more.

Half a fade has no contrast.
"""

from pathlib import Path
from typing import Literal

from playwright.sync_api import Page

from tests import needs

Theme = Literal["dark", "light"]

SOURCE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
STILL = """
async () => {
  const passing = document.getAnimations().filter((each) => each.effect.getTiming().iterations !== Infinity);
  await Promise.allSettled(passing.map((each) => each.finished));
}
"""
DRAWN = "matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light'"
OTHER: dict[str, Theme] = {"dark": "light", "light": "dark"}
# What axe has to say about everything that is fine is long, and nobody asks for it.
RUN = "(only) => axe.run(document, { resultTypes: ['violations'], ...only }).then(({ violations }) => violations)"
EVERYTHING: dict[str, object] = {}
COLOURS: dict[str, object] = {"runOnly": {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}}


def serious_faults(page: Page) -> list[str]:
    """Everything as the page is drawn, then its colours in the other light: nothing else depends on that."""
    if not SOURCE.exists():
        needs.missing("axe-core (npm install --no-save axe-core)")
    page.evaluate(SOURCE.read_text(encoding="utf-8"))
    drawn = page.evaluate(DRAWN)
    faults = _seen(page, drawn, EVERYTHING)
    page.emulate_media(color_scheme=OTHER[drawn])
    return faults + _seen(page, OTHER[drawn], COLOURS)


def _seen(page: Page, theme: str, rules: dict[str, object]) -> list[str]:
    page.evaluate(STILL)
    return [
        f"{theme}, {fault['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for fault in page.evaluate(RUN, rules)
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:3]
    ]
