/// <reference lib="dom" />
import assert from "node:assert/strict";
import { TEMPLATE_SOURCES } from "../../services/control/workflows/template_sources.ts";
import { dashboardTest, isLive } from "./browser.ts";

dashboardTest(
  "on a phone the list of workflows is as wide as the screen, and shows each in full",
  async (browser) => {
    const place = await browser.place();
    await place.call("POST /saved-workflows", {
      body: { source: TEMPLATE_SOURCES["plan-approve-implement"]! },
    });
    const page = await browser.page({ viewport: { width: 390, height: 844 } });
    await page.goto(`${place.url}/dashboard/workflows`);
    await isLive(page);
    const run = page.getByRole("link", { name: /^Run / });
    await run.waitFor();
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390);
    const { x, width } = (await run.boundingBox())!;
    assert.ok(x >= 0 && x + width <= 390, `${x} ${width}`);
  },
);

dashboardTest("on a laptop every column of the runs fits, in the table and on the board", async (browser) => {
  const place = await browser.place();
  await place.run({ request: `create ${"long-".repeat(20)}name.txt with "x"` });
  const page = await browser.page({ viewport: { width: 1280, height: 720 } });
  await page.goto(`${place.url}/dashboard/runs`);
  await isLive(page);
  const hidden = (selector: string) =>
    page.locator(selector).evaluate((part) => part.scrollWidth - part.clientWidth);
  await page.locator(".runs-table tbody tr").waitFor();
  assert.equal(await hidden(".table-scroller"), 0);
  await page.getByText("Board", { exact: true }).click();
  await page.locator(".board-card").waitFor();
  assert.equal(await hidden(".board"), 0);
});
