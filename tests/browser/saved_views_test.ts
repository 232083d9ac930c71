import assert from "node:assert/strict";
import { failures } from "../notifications/failures.ts";
import { violationsOf } from "./axe.ts";
import { isLive } from "./browser.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "a filtered list is saved under a name, opened from there, and removed",
  async () => {
    await using site = await ReviewSite.open();
    await failures(site.service, 2);
    const page = await site.page("/dashboard/inbox?status=unread&category=failure");
    await isLive(page);
    const views = page.getByRole("button", { name: "Saved views" });
    await views.click();
    await page.getByRole("menuitem", { name: "Save this view …" }).click();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByLabel("Name").fill("Failed, not read");
    await page.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText('The view "Failed, not read" is saved.').waitFor();
    await page.goto(`${site.service.url}/dashboard/inbox`);
    await views.click();
    await page.getByRole("menuitemradio", { name: "Failed, not read" }).click();
    await page.waitForURL("**/dashboard/inbox?status=unread&category=failure");
    await page.getByRole("button", { name: "Saved views: Failed, not read" }).click();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("menuitem", { name: 'Remove "Failed, not read"' }).click();
    await page.getByText('The view "Failed, not read" is removed.').waitFor();
    await page.goto(`${site.service.url}/dashboard/runs`);
    await views.click();
    assert.deepEqual(await page.getByRole("menuitemradio").count(), 0);
    assert.deepEqual(await site.operator("GET /saved-views"), []);
    await site.atPeace();
  },
);
