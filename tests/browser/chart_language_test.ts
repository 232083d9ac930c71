import assert from "node:assert/strict";
import { dashboardTest } from "./browser.ts";

const REFUSED = "en-US@posix";

dashboardTest("charts are drawn in a browser whose language Intl refuses", async (browser) => {
  const place = await browser.place();
  await place.run({ request: 'create a.txt with "x"' });
  const page = await browser.page();
  await page.addInitScript((language) => {
    Object.defineProperty(Navigator.prototype, "language", { get: () => language });
  }, REFUSED);
  await page.goto(`${place.url}/dashboard`);
  await page.locator(".chart canvas").first().waitFor();
  assert.throws(() => new Intl.NumberFormat(REFUSED), RangeError);
});
