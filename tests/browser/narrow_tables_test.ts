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

dashboardTest("on a phone no table and no month is wider than the screen", async (browser) => {
  const place = await browser.place();
  await place.call("POST /automations", {
    body: {
      name: "Every night, at an hour at which nobody works",
      trigger: { kind: "schedule", cron: "0 3 * * *", timezone: "UTC" },
      action: { kind: "run", request: 'create a.txt with "x"', repoPath: place.repository.root },
    },
  });
  const page = await browser.page({ viewport: { width: 390, height: 844 } });
  for (
    const [path, part] of [
      ["automations", ".table"],
      ["agents?tab=capabilities", ".table"],
      ["models?tab=catalog", ".table"],
      ["system?tab=access", ".table"],
      ["planner?view=month", ".cal-month"],
    ] as const
  ) {
    await page.goto(`${place.url}/dashboard/${path}`);
    await isLive(page);
    await page.locator(part).first().waitFor();
    const hidden = await page.locator(".table-scroller").evaluateAll((all) =>
      all.map((each) => each.scrollWidth - each.clientWidth)
    );
    assert.deepEqual([path, Math.max(...hidden)], [path, 0]);
  }
});

dashboardTest("on a phone a day of the month says how many entries it has, and opens", async (browser) => {
  const place = await browser.place();
  const start = `${new Date().toISOString().slice(0, 10)}T12:00:00Z`;
  await place.call("POST /planner/calendar-events/create", {
    body: { title: "Talk", start, durationMinutes: 30 },
  });
  const page = await browser.page({ viewport: { width: 390, height: 844 } });
  await page.goto(`${place.url}/dashboard/planner?view=month`);
  await isLive(page);
  const day = page.getByRole("button", { name: /, 1 entry$/ });
  assert.equal(await day.getAttribute("data-count"), "1");
  assert.match(await day.evaluate((each) => getComputedStyle(each, "::after").content), /1/);
  assert.equal(await page.getByText("Talk").isVisible(), false);
  await day.click();
  await page.getByText("Talk").first().waitFor();
});
