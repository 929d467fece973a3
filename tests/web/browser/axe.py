"""Asks axe for the serious faults of a page, once nothing on it moves any more: half a fade has no contrast."""

from pathlib import Path

from playwright.sync_api import Page

from tests import needs

SOURCE = Path(__file__).parents[3] / "node_modules" / "axe-core" / "axe.min.js"
STILL = """
async () => {
  const passing = document.getAnimations().filter((each) => each.effect.getTiming().iterations !== Infinity);
  await Promise.allSettled(passing.map((each) => each.finished));
}
"""
RUN = "axe.run(document, { resultTypes: ['violations'] })"


def serious_faults(page: Page) -> list[str]:
    if not SOURCE.exists():
        needs.missing("axe-core (npm install --no-save axe-core)")
    page.evaluate(STILL)
    page.evaluate(SOURCE.read_text(encoding="utf-8"))
    return [
        f"{fault['id']}: {node['html'][:160]} {node.get('failureSummary', '')[:200]}"
        for fault in page.evaluate(RUN)["violations"]
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:3]
    ]
