import assert from "node:assert/strict";
import axe from "axe-core";
import type { Page } from "playwright-core";
import { dashboardTest } from "./browser.ts";
import { openView, VIEWS } from "./views.ts";
import { fill } from "./world.ts";

/** What axe-core finds wrong on the page as it is now, each with the elements that are meant. */
async function violationsOf(page: Page): Promise<string[]> {
  // Evaluated by the debugger, not by the page: its policy holds for the page's own scripts.
  await page.evaluate(axe.source);
  return await page.evaluate(async () => {
    const { run } = (globalThis as unknown as { axe: typeof axe }).axe;
    const { violations } = await run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) =>
      `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`
    );
  });
}

for (const theme of ["light", "dark", "high contrast"] as const) {
  dashboardTest(`axe-core finds no violation on any page, tab and dialog, ${theme}`, async (browser) => {
    const place = await browser.place();
    const colorScheme = theme === "light" ? "light" : "dark";
    const contrast = theme === "high contrast" ? "more" : "no-preference";
    const page = await browser.page({ colorScheme, contrast, reducedMotion: "reduce" });
    await page.goto(place.url);
    await page.locator(".first-run").waitFor();
    const found: string[] = (await violationsOf(page)).map((violation) => `first-run ${violation}`);
    const world = await fill(place);
    for (const view of VIEWS) {
      await openView(page, place.url, view, world);
      for (const violation of await violationsOf(page)) found.push(`${view.name} ${violation}`);
    }
    assert.deepEqual(found, []);
  });
}
