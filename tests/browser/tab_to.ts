/// <reference lib="dom" />
import type { Locator, Page } from "playwright-core";

/** More than the number of focusable controls on any page. */
const MAX_STEPS = 500;

/** Presses Tab until the control has the focus; fails if it is not in the tab order. */
export async function tabTo(page: Page, control: Locator): Promise<void> {
  await control.waitFor({ state: "visible" });
  for (let step = 0; step < MAX_STEPS; step++) {
    if (await control.evaluate((one) => one === document.activeElement)) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`${MAX_STEPS} times Tab did not lead to ${control}`);
}
