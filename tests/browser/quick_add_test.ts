import assert from "node:assert/strict";
import { browserTest } from "./chromium.ts";
import { PLANNER } from "./planner_days.ts";
import { ReviewSite } from "./review_site.ts";

browserTest("what is typed while a task is being added stays", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(`${PLANNER}?tab=tasks`);
  const sent = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  await page.route("**/planner/tasks", async (route) => {
    if (route.request().method() === "POST") {
      sent.resolve();
      await released.promise;
    }
    await route.continue();
  });
  const input = page.getByLabel("Quick add");
  await input.fill("Buy milk");
  await input.press("Enter");
  await sent.promise;
  await input.fill("Read mail");
  released.resolve();
  await page.locator(".task-line", { hasText: "Buy milk" }).waitFor();
  await page.locator(".quick-add").getByText("Added").waitFor();
  assert.equal(await input.inputValue(), "Read mail");
  await input.press("Enter");
  await page.locator(".task-line", { hasText: "Read mail" }).waitFor();
  await site.atPeace();
});
