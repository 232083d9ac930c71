import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { dashboardTest, isLive } from "./browser.ts";
import { tabTo } from "./tab_to.ts";

async function openPalette(page: Page): Promise<void> {
  await page.keyboard.press("Control+k");
  await page.locator(".palette-input:focus").waitFor();
}

dashboardTest(
  "by keyboard only: the sample is run, its page is left, found again by chord and by palette, and paused",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    await page.goto(place.url);
    await isLive(page);
    await page.getByRole("button", { name: "Run the sample" }).waitFor();
    await page.keyboard.press("Tab");
    assert.equal(await page.evaluate(() => document.activeElement?.textContent), "Skip to the page");
    await tabTo(page, page.getByRole("button", { name: "Run the sample" }));
    await page.keyboard.press("Enter");
    await page.waitForURL(/\/dashboard\/runs\/run_/);
    await page.getByRole("link", { name: "Review the change" }).waitFor();
    const run = page.url();

    await page.keyboard.press("g");
    await page.keyboard.press("r");
    await page.locator(".runs-table").waitFor();
    await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByText("1 selected").waitFor();
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
    await page.locator("button:enabled", { hasText: "Show all" }).waitFor();
    await page.keyboard.press("p");
    await page.locator(".page-head .badge", { hasText: "paused" }).waitFor();
    await page.keyboard.press("?");
    await page.getByRole("dialog", { name: "Keyboard" }).getByText("Pause or resume the run").waitFor();
  },
);

dashboardTest("R asks for corrections only of a run that has ended", async (browser) => {
  const place = await browser.place();
  const page = await browser.page();
  const id = await place.run({ request: 'create b.md with "b"' });
  await page.goto(`${place.url}/dashboard/runs/${id}`);
  await isLive(page);
  await page.getByRole("button", { name: "Pause" }).waitFor();
  await page.keyboard.press("R");
  await page.keyboard.press("?");
  // The help would open over the other dialog.
  await page.getByRole("dialog").first().waitFor();
  assert.equal(await page.getByRole("dialog").count(), 1);
  assert.doesNotMatch(page.url(), /retry/);
  await page.keyboard.press("Escape");
  await place.call("POST /runs/:id/cancel", { params: { id }, body: {} });
  await page.getByRole("button", { name: "Retry …" }).waitFor();
  await page.keyboard.press("R");
  await page.waitForURL(/retry=1/);
});

dashboardTest(
  "keys that choose a character of an input method choose nothing in the palette",
  async (browser) => {
    const place = await browser.place();
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/memory`);
    await isLive(page);
    await openPalette(page);
    await page.keyboard.type("runs");
    const chosen = page.locator('.palette-line[aria-selected="true"]');
    const before = await chosen.innerText();
    for (const key of ["ArrowDown", "Enter"]) {
      await page.locator(".palette-input").dispatchEvent("keydown", { key, isComposing: true });
    }
    assert.equal(await chosen.innerText(), before);
    await page.keyboard.press("Enter");
    await page.locator(".palette").waitFor({ state: "detached" });
  },
);
