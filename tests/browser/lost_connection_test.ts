/// <reference lib="dom" />
import assert from "node:assert/strict";
import { dashboardTest, isLive } from "./browser.ts";

dashboardTest(
  "the connection: what could not be read while the service was away is read when it is back",
  async (browser) => {
    browser.expectKill();
    const place = await browser.place({ process: true });
    const page = await browser.page();
    await page.goto(`${place.url}/dashboard/approvals`);
    await isLive(page);
    await page.getByRole("heading", { name: "Nothing to review" }).waitFor();
    await page.getByRole("link", { name: "Runs", exact: true }).click();
    await place.run({ request: 'create one.md with "1"' });
    await page.locator(".runs-table tr", { hasText: "one.md" }).waitFor();
    await place.kill();
    await page.getByRole("link", { name: /^Approvals/ }).click();
    const problem = page.getByText("The service does not answer.", { exact: true });
    await problem.first().waitFor();
    await place.restart();
    await page.getByRole("link", { name: /create one\.md/ }).waitFor();
    assert.equal(await problem.count(), 0);
  },
);

dashboardTest("the connection: a slow answer is waited for, also after a long silence", async (browser) => {
  const place = await browser.place();
  const page = await browser.page();
  await page.clock.install();
  let asked = 0;
  await page.route("**/events", async (route) => {
    asked++;
    if (asked === 1) await route.abort();
  });
  browser.expect(/ERR_FAILED/);
  await page.goto(`${place.url}/dashboard/memory`);
  await page.locator('.connection[data-state="reconnecting"]').waitFor();
  for (let second = 0; second < 70; second++) await page.clock.runFor(1000);
  assert.equal(asked, 3, "one that was aborted, and one of 40 seconds before the one that waits");
});

dashboardTest(
  "the connection: a patch that could not be read is read again, by itself or by a press",
  async (browser) => {
    browser.expect(/ERR_FAILED/);
    const place = await browser.place();
    const id = await place.run({ request: 'create one.md with "1"' });
    const { waitingFor } = await place.call("GET /runs/:id", { params: { id } });
    const page = await browser.page();
    const refuse = () => page.route("**/artifact-file?*", (route) => route.abort());
    await refuse();
    await page.goto(`${place.url}/dashboard/approvals/${waitingFor!.id}`);
    const problem = page.getByRole("alert").getByText(/The patch could not be read/);
    await problem.waitFor();
    await page.unroute("**/artifact-file?*");
    await page.getByRole("button", { name: "Try again" }).click();
    await page.locator(".diff-row", { hasText: "one.md" }).first().waitFor();
    await refuse();
    await page.reload();
    await problem.waitFor();
    await page.unroute("**/artifact-file?*");
    const params = { id };
    await place.call("POST /runs/:id/coordinator-report", { params, body: { reason: "It goes on." } });
    await page.locator(".diff-row", { hasText: "one.md" }).first().waitFor();
    assert.equal(await problem.count(), 0);
  },
);
