/// <reference lib="dom" />
import type { Locator, Page } from "playwright-core";

/** More than any page has of what takes the focus. */
const MAX_STEPS = 500;

/** Presses Tab until the control has the focus; fails when the page's order never comes to it. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor({ state: "visible" });
  for (let step = 0; step < MAX_STEPS; step++) {
    if (await control.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${MAX_STEPS} times Tab did not lead to ${control}`);
}
