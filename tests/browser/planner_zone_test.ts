/// <reference lib="dom" />
import assert from "node:assert/strict";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { dashed, day, PLANNER } from "./planner_days.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "every time of the planner is in its own time zone, and a browser in another one says so",
  async () => {
    await using site = await ReviewSite.open();
    await site.operator("POST /planner/settings", { body: { timeZone: "Asia/Tokyo" } });
    const date = dashed(day(1));
    await site.operator("POST /planner/calendar-events/create", {
      body: { title: "Tax advisor", start: `${date}T09:00`, durationMinutes: 60 },
    });
    await site.operator("POST /planner/calendar-events/create", {
      body: { title: "Dentist", start: `${date}T09:30`, durationMinutes: 60 },
    });
    const task = await site.operator("POST /planner/tasks", {
      body: { title: "Send the papers", due: { at: `${date}T23:30`, timeZone: "Asia/Tokyo" } },
    });
    await site.operator("POST /planner/tasks/:id/schedule", {
      params: { id: task.id },
      body: { start: `${date}T15:00`, durationMinutes: 30 },
    });
    for (const size of [{ width: 1440, height: 900 }, { width: 390, height: 844 }]) {
      const page = await site.page(`${PLANNER}?view=day&date=${date}`, {
        ...size,
        timezoneId: "America/New_York",
      });
      await page.getByText(
        "All times are in Asia/Tokyo, the planner's time zone. This browser is in America/New_York.",
      )
        .waitFor();
      const block = (name: string) => page.locator(".cal-block", { hasText: name });
      assert.match(await block("Tax advisor").innerText(), /09:00–10:00/);
      assert.match(await block("Due: Send the papers").innerText(), /23:30/);
      await block("Tax advisor").click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(/\b09:00–10:00\b/).first().waitFor();
      await page.keyboard.press("Escape");
      await block("Due: Send the papers").click();
      await dialog.getByText(/, 23:30/).waitFor();
      await dialog.getByText(/, 15:00–15:30/).waitFor();
      await page.keyboard.press("Escape");
      await page.goto(`${site.service.url}${PLANNER}?tab=tasks`);
      const line = page.locator(".task-line", { hasText: "Send the papers" });
      await line.getByText(/due .*, 23:30/).waitFor();
      await line.getByText(/set aside .*, 15:00–15:30/).waitFor();
      await page.goto(`${site.service.url}${PLANNER}?tab=conflicts`);
      await page.locator(".card", { hasText: "double booked" }).getByText(/, 09:30–10:00/).waitFor();
      await page.goto(`${site.service.url}${PLANNER}?tab=search&q=tax`);
      await page.locator(".card").getByText(/, 09:00/).waitFor();
      assert.deepEqual(await violationsOf(page, { narrow: size.width < 500 }), []);
    }
    const page = await site.page(`${PLANNER}?view=day&date=${date}`, { timezoneId: "America/New_York" });
    await page.getByRole("button", { name: "Use America/New_York" }).click();
    await page.getByText("All times are in").waitFor({ state: "detached" });
    assert.equal((await site.operator("GET /planner/settings", {})).timeZone, "America/New_York");
    await page.locator(".cal-bar").getByText("America/New_York").waitFor();
    await site.atPeace();
  },
);

browserTest(
  "three free times are proposed for a task, and the one that is set aside can be taken back",
  async () => {
    await using site = await ReviewSite.open();
    await site.operator("POST /planner/settings", { body: { timeZone: "Asia/Tokyo" } });
    const task = await site.operator("POST /planner/tasks", { body: { title: "Call Ann" } });
    const page = await site.page(`${PLANNER}?tab=tasks`, { timezoneId: "Asia/Tokyo" });
    const line = page.locator(".task-line", { hasText: "Call Ann" });
    const dialog = page.getByRole("dialog", { name: "When is Call Ann?" });
    const find = async () => {
      await line.getByRole("button", { name: "Actions on Call Ann" }).click();
      await page.getByRole("menuitem", { name: "Find time" }).click();
      await dialog.getByRole("radio").nth(3).waitFor();
    };
    await find();
    const proposed = await site.operator("GET /planner/tasks/:id/free-times", { params: { id: task.id } });
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await dialog.getByRole("radio").nth(1).check();
    await dialog.getByRole("button", { name: "Set aside" }).click();
    await page.getByText("Time is set aside for Call Ann.").waitFor();
    await line.getByText("set aside").waitFor();
    assert.equal(
      await page.getByText("All times are in").count(),
      0,
      "the same time zone is not worth a word",
    );
    const stored = async () => (await site.operator("GET /planner/tasks", {}))[0]!.scheduled;
    assert.equal((await stored())?.start, proposed[1]!.start);
    await page.getByRole("button", { name: "Undo" }).click();
    await line.getByText("set aside").waitFor({ state: "detached" });
    assert.equal(await stored(), null);

    await find();
    await dialog.getByLabel("Another time").check();
    await dialog.getByLabel("Starts").fill("2031-03-03T09:30");
    await page.keyboard.press("Control+Enter");
    await line.getByText(/set aside .*, 09:30–10:00/).waitFor();
    await site.atPeace();
  },
);

browserTest(
  "a time that is typed before free ones are found stays chosen, and one that is no longer free is not sent",
  async () => {
    await using site = await ReviewSite.open();
    await site.operator("POST /planner/settings", { body: { timeZone: "UTC" } });
    await site.operator("POST /planner/tasks", { body: { title: "Call Ann" } });
    const page = await site.page(`${PLANNER}?tab=tasks`, { timezoneId: "UTC" });
    const line = page.locator(".task-line", { hasText: "Call Ann" });
    const dialog = page.getByRole("dialog", { name: "When is Call Ann?" });
    const find = async () => {
      await line.getByRole("button", { name: "Actions on Call Ann" }).click();
      await page.getByRole("menuitem", { name: "Find time" }).click();
    };
    const another = dialog.getByLabel("Another time");
    const held = Promise.withResolvers<void>();
    await page.route("**/free-times", async (route) => {
      await held.promise;
      await route.continue();
    });
    await find();
    await dialog.getByLabel("Starts").fill("2031-03-03T09:30");
    held.resolve();
    await dialog.getByRole("radio").nth(3).waitFor();
    assert.equal(await another.isChecked(), true);
    await page.keyboard.press("Control+Enter");
    await line.getByText(/set aside .*, 09:30–10:00/).waitFor();

    await find();
    await dialog.getByRole("radio").nth(3).waitFor();
    const second = dialog.getByRole("radio").nth(1);
    await second.check();
    const start = await second.inputValue();
    await site.operator("POST /planner/calendar-events/create", {
      body: { title: "Dentist", start, durationMinutes: 60 },
    });
    await dialog.locator(`input[value="${start}"]`).waitFor({ state: "detached" });
    await dialog.getByRole("button", { name: "Set aside" }).click();
    assert.equal(await dialog.locator("input:invalid").count() > 0, true, "a time has to be chosen");
    assert.equal(await dialog.getByRole("alert").count(), 0, "and none was sent");
    await dialog.getByRole("radio").first().check();
    await dialog.getByRole("button", { name: "Set aside" }).click();
    await dialog.waitFor({ state: "detached" });
    await site.atPeace();
  },
);

browserTest("a conflict is suppressed until the end of a day of the planner's time zone", async () => {
  await using site = await ReviewSite.open();
  await site.operator("POST /planner/settings", { body: { timeZone: "Asia/Tokyo" } });
  const date = dashed(day(1));
  for (const [title, time] of [["Tax advisor", "09:00"], ["Dentist", "09:30"]] as const) {
    await site.operator("POST /planner/calendar-events/create", {
      body: { title, start: `${date}T${time}`, durationMinutes: 60 },
    });
  }
  const page = await site.page(`${PLANNER}?tab=conflicts`, { timezoneId: "America/New_York" });
  await page.getByText(/^All times are in Asia/).waitFor();
  await page.getByRole("button", { name: /^Suppress/ }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Until").fill(date);
  await dialog.getByRole("button", { name: "Suppress", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  const [conflict] = await site.operator("GET /planner/conflicts", { query: { includeSuppressed: "true" } });
  assert.equal(conflict!.suppression!.until, `${date}T14:59:59.000Z`);
  await site.atPeace();
});

browserTest("the calendar of today goes on to the next day at midnight", async () => {
  await using site = await ReviewSite.open();
  await site.operator("POST /planner/settings", { body: { timeZone: "UTC" } });
  const page = await site.browser.page();
  const midnight = Date.parse(`${dashed(day(1))}T00:00:00Z`);
  await page.clock.install({ time: midnight - 10_000 });
  await page.goto(`${site.service.url}${PLANNER}?view=day`);
  const today = (date: string) => page.locator(`.cal-column.is-today[data-date="${date}"]`);
  await today(dashed(day(0))).waitFor();
  await page.clock.runFor(15_000);
  await today(dashed(day(1))).waitFor();
  await site.atPeace();
});
