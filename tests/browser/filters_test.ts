import assert from "node:assert/strict";
import { failures } from "../notifications/failures.ts";
import { isLive } from "./browser.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "a list keeps its filters: via the navigation, shortcuts, the link above a record, and Back",
  async () => {
    await using site = await ReviewSite.open();
    const [id] = await failures(site.service, 2);
    const page = await site.page("/dashboard/runs");
    await isLive(page);
    const runs = page.getByRole("link", { name: "Runs", exact: true });
    const filtered = "**/dashboard/runs?status=failed";
    await page.getByLabel("State").selectOption("failed");
    await page.waitForURL(filtered);
    await page.getByRole("link", { name: "Models", exact: true }).click();
    await page.waitForURL("**/dashboard/models");
    await page.getByRole("tab", { name: "Spend" }).click();
    await page.waitForURL("**/dashboard/models?tab=spend");
    await runs.click();
    await page.waitForURL(filtered);
    assert.equal(await page.getByLabel("State").inputValue(), "failed");
    await page.keyboard.press("g");
    await page.keyboard.press("o");
    await page.waitForURL("**/dashboard/models?tab=spend");
    await page.goBack();
    await page.waitForURL(filtered);
    assert.equal(await page.getByLabel("State").inputValue(), "failed");
    await page.locator(`a[href*="${id}"]`).first().click();
    await page.waitForURL(`**/dashboard/runs/${id}*`);
    await page.locator(".page-above").getByRole("link", { name: "Runs" }).click();
    await page.waitForURL(filtered);
    await runs.click();
    await page.waitForURL((url) => url.pathname === "/dashboard/runs" && url.search === "");
    await site.atPeace();
  },
);

browserTest("a dialog that an address opened does not open again on return", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page("/dashboard/runs?new=1&status=failed");
  await isLive(page);
  await page.getByRole("dialog").waitFor();
  await page.evaluate(() => {
    history.pushState(null, "", "/dashboard/models");
    dispatchEvent(new PopStateEvent("popstate"));
  });
  await page.getByRole("heading", { name: "Models", level: 1 }).waitFor();
  await page.getByRole("link", { name: "Runs", exact: true }).click();
  await page.waitForURL("**/dashboard/runs?status=failed");
  await page.getByRole("heading", { name: "Runs", level: 1 }).waitFor();
  assert.equal(await page.getByRole("dialog").count(), 0);
  await site.atPeace();
});

browserTest("runs of another state are not shown under a state that could not be read", async () => {
  await using site = await ReviewSite.open();
  await failures(site.service, 1);
  const page = await site.page("/dashboard/runs");
  await isLive(page);
  const row = page.locator(".runs-table tbody tr");
  await row.waitFor();
  await page.route("**/runs?*", (route) => route.abort());
  site.browser.expect(/ERR_FAILED/);
  await page.getByLabel("State").selectOption("waiting");
  await page.getByText("The service does not answer.").waitFor();
  await row.waitFor({ state: "detached" });
  await page.unroute("**/runs?*");
  await page.getByLabel("State").selectOption("failed");
  await row.waitFor();
  site.browser.assertClean();
});
