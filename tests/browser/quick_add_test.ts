/// <reference lib="dom" />
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

browserTest("what was understood is shown, and one key keeps the words as text", async () => {
  await using site = await ReviewSite.open();
  await site.operator("POST /planner/settings", { body: { timeZone: "Asia/Tokyo" } });
  const page = await site.page(`${PLANNER}?tab=tasks`);
  const input = page.getByLabel("Quick add");
  const said = page.locator(".quick-add");
  const words = "Read the notes of 2026-12-01 at 15:00 #home !1";
  await input.fill(words);
  await input.press("Enter");
  await said.getByText("due on Tuesday, 1 December 2026 at 15:00 (Asia/Tokyo)").waitFor();
  assert.equal(await input.inputValue(), "");
  await input.press("Backspace");
  await said.getByText("Kept as text:").waitFor();
  const [kept] = await site.operator("GET /planner/tasks", {});
  assert.deepEqual([kept!.title, kept!.due, kept!.tags, kept!.priority], [words, null, [], 0]);
  assert.ok(await input.evaluate((element) => element === document.activeElement));
  await said.getByRole("button", { name: "Undo" }).click();
  await page.getByRole("heading", { name: "No tasks." }).waitFor();
  assert.equal(await input.inputValue(), words);
  await site.atPeace();
});

browserTest("a task is added once when the key is pressed twice", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(`${PLANNER}?tab=tasks`);
  const [sent, go] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await page.route("**/planner/tasks", async (route) => {
    if (route.request().method() === "POST") {
      sent.resolve();
      await go.promise;
    }
    await route.continue();
  });
  const input = page.getByLabel("Quick add");
  await input.fill("Buy milk");
  await input.press("Enter");
  await sent.promise;
  await input.press("Enter");
  go.resolve();
  await page.locator(".quick-add").getByText("Added").waitFor();
  await input.fill("Read mail");
  await input.press("Enter");
  await page.locator(".task-line", { hasText: "Read mail" }).waitFor();
  const tasks = await site.operator("GET /planner/tasks", {});
  assert.deepEqual(tasks.map(({ title }) => title).toSorted(), ["Buy milk", "Read mail"]);
  await site.atPeace();
});
