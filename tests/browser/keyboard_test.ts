import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { dashboardTest, isLive } from "./browser.ts";
import { openView, VIEWS } from "./views.ts";
import { fill } from "./world.ts";

/** Presses Tab until the focus is on what is called so. Fails when it never comes there. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 80; presses++) {
    await page.keyboard.press("Tab");
    const words = await page.evaluate(() => {
      const element = document.activeElement as HTMLElement | null;
      return `${element?.getAttribute("aria-label") ?? ""} ${element?.innerText ?? ""}`;
    });
    if (name.test(words)) return;
  }
  assert.fail(`Tab does not lead to ${name}`);
}

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.locator(".palette-input:focus").waitFor();
}

dashboardTest(
  "by keyboard alone: the sample is run, its run is left, found again by chord and by palette, and paused",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    await page.goto(place.url);
    await isLive(page);
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to the page");
    await tabTo(page, /Run the sample/);
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/dashboard\/runs\/run_/);
    await page.getByRole("link", { name: "Review the change" }).waitFor();
    const run = page.url();

    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await page.locator(".runs-table").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByText("1 picked").waitFor();
    await page.keyboard.press("Enter");
    await page.waitForURL(run);

    await openPalette(page);
    await page.keyboard.type("home");
    await page.keyboard.press("Enter");
    await page.waitForURL(`${place.url}/dashboard`);
    await openPalette(page);
    await page.keyboard.type("greet.sh");
    await page.locator(".palette-line", { hasText: "greet.sh" }).first().waitFor();
    await page.keyboard.press("Escape");
    await page.locator(".palette").waitFor({ state: "detached" });
    await page.goto(run);
    await page.locator(".graph").waitFor();
    await page.keyboard.press("3");
    await page.locator(".bar").first().waitFor();
    await page.keyboard.press("+");
    await page.getByRole("button", { name: "Show all" }).isEnabled();
    await page.keyboard.press("p");
    await page.locator(".page-head .badge", { hasText: "paused" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).getByText("Pause or resume the run").waitFor();
  },
);

dashboardTest("every control of every page is reached by Tab, with a focus that is seen", async (browser) => {
  const place = await browser.place();
  const world = await fill(place);
  const page = await browser.page({ reducedMotion: "reduce" });
  for (const view of VIEWS.filter(({ prepare }) => !prepare)) {
    await openView(page, place.url, view, world);
    const wrong = await page.evaluate(() => {
      // Arrow keys go from tab to tab, and keys of their own from line to line of a patch.
      const selector = "a[href], button, input, select, textarea, [role=tab], [tabindex='0']";
      const scope = document.querySelector("dialog[open]") ?? document;
      // Arrow keys go from tab to tab, and keys of their own from line to line of a patch.
      const controls = [...scope.querySelectorAll<HTMLElement>(selector)].filter((element) =>
        element.checkVisibility() && !element.matches(":disabled, [role=tab][tabindex='-1'], .remark-button")
      );
      return controls.flatMap((element) => {
        element.focus({ focusVisible: true } as FocusOptions);
        const names = element.outerHTML.slice(0, 120);
        if (document.activeElement !== element) return [`no focus: ${names}`];
        if (element.tabIndex < 0) return [`not by Tab: ${names}`];
        const shown = [element, element.closest(".segment")].some((each) => {
          if (!each) return false;
          const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(each);
          return (outlineStyle !== "none" && parseFloat(outlineWidth) > 0) || boxShadow !== "none";
        });
        return shown ? [] : [`not seen: ${names}`];
      });
    });
    assert.deepEqual(wrong, [], view.name);
  }
});
