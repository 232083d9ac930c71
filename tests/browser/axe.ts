/// <reference lib="dom" />
import axe from "axe-core";
import type { Page } from "playwright-core";

const THEMES = {
  light: { colorScheme: "light", contrast: "no-preference" },
  dark: { colorScheme: "dark", contrast: "no-preference" },
  "high contrast": { colorScheme: "dark", contrast: "more" },
} as const;

/** A theme, by its name in the violations. */
export type Theme = keyof typeof THEMES;

const NARROW = 480;

/**
 * Returns the violations that axe-core finds on the current page, each with its theme and its elements. The light theme is
 * checked by all rules, the others by the rules about colours. `narrow` also checks a narrow window in the light theme.
 */
export async function violationsOf(page: Page, { narrow = false } = {}): Promise<string[]> {
  const found = await inThemes(page, ["light", "dark", "high contrast"]);
  const size = page.viewportSize();
  if (!narrow || !size) return found;
  await page.setViewportSize({ ...size, width: NARROW });
  found.push(...(await inThemes(page, ["light"])).map((violation) => `narrow ${violation}`));
  await page.setViewportSize(size);
  return found;
}

async function inThemes(page: Page, themes: readonly Theme[]): Promise<string[]> {
  // Evaluated by the debugger, because the page's policy applies to the page's own scripts.
  if (!await page.evaluate(() => "axe" in globalThis)) await page.evaluate(axe.source);
  const found: string[] = [];
  for (const theme of themes) {
    await page.emulateMedia({ ...THEMES[theme], reducedMotion: "reduce" });
    await untilStill(page);
    const violations = await run(page, theme !== "light");
    found.push(...violations.map((violation) => `${theme} ${violation}`));
  }
  await page.emulateMedia(THEMES.light);
  return found;
}

/** Resolves once the page has stopped changing: nothing loads, no animation runs, and two frames in a row change nothing. */
async function untilStill(page: Page): Promise<void> {
  await page.evaluate(async () => {
    let changed = false;
    const observer = new MutationObserver(() => changed = true);
    observer.observe(document, { subtree: true, childList: true, attributes: true, characterData: true });
    for (let frames = 0; frames < 2;) {
      changed = false;
      await new Promise(requestAnimationFrame);
      // A closed <details> loads nothing, and its finished requests stay listed.
      const moves = document.getAnimations().some(({ playState }) => playState === "running");
      const loads = [...document.querySelectorAll("[aria-busy=true], .skeleton")].some((each) =>
        each.checkVisibility()
      );
      frames = changed || loads || moves ? 0 : frames + 1;
    }
    observer.disconnect();
  });
}

/** Runs axe-core with its default rules. */
const run = (page: Page, coloursOnly: boolean): Promise<string[]> =>
  page.evaluate(async (coloursOnly) => {
    const { getRules, run } = (globalThis as unknown as { axe: typeof axe }).axe;
    const colours = getRules(["cat.color"]).filter(({ tags }) => !tags.includes("wcag2aaa"));
    const runOnly = { type: "rule" as const, values: colours.map(({ ruleId }) => ruleId) };
    const { violations } = await run(document, {
      resultTypes: ["violations"],
      ...(coloursOnly && { runOnly }),
    });
    return violations.map(({ id, nodes }) =>
      `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(" | ")}`
    );
  }, coloursOnly);
