/// <reference lib="dom" />
import assert from "node:assert/strict";
import { calendarFile } from "../planner/planner_world.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { components, dashed, day, PLANNER } from "./planner_days.ts";
import { ReviewSite } from "./review_site.ts";

async function withCalendar(site: ReviewSite, path = calendarFile(components())): Promise<string> {
  await site.operator("POST /planner/settings", {
    body: { timeZone: "UTC", sources: [{ id: "home", kind: "ics_file", label: "Home", path }] },
  });
  await site.operator("POST /planner/refresh", { body: {} });
  return path;
}

browserTest(
  "the calendar by day, week, month and as a list shows events, tasks and conflicts, also by keyboard",
  async () => {
    await using site = await ReviewSite.open();
    await withCalendar(site);
    const task = await site.operator("POST /planner/tasks", {
      body: { title: "Write the report", due: { date: dashed(day(1)) } },
    });
    await site.operator("POST /planner/tasks/:id/schedule", {
      params: { id: task.id },
      body: { start: `${dashed(day(1))}T12:00:00Z`, durationMinutes: 60 },
    });
    await site.operator("POST /automations", {
      body: {
        name: "Nightly check",
        trigger: { kind: "schedule", cron: "0 18 * * *", timezone: "UTC" },
        action: { kind: "run", request: 'create a.txt with "x"', repoPath: site.repository().root },
      },
    });
    const page = await site.page(`${PLANNER}?view=day&date=${dashed(day(1))}`);
    const block = (name: string | RegExp) => page.locator(".cal-block", { hasText: name });
    await block("Design review").waitFor();
    assert.match(await block("Design review").innerText(), /09:00–10:00[\s\S]*conflict/);
    assert.match(await block("Fair").innerText(), /all day/);
    assert.match(await block("Nightly check").innerText(), /18:00[\s\S]*automation/);
    assert.match(await block("Nightly check").locator("a").getAttribute("href") ?? "", /automations\/auto_/);
    assert.equal(await block("Write the report").count(), 2, "its time, and the day it is due");
    const [left, right] = [
      await block("Design review").boundingBox(),
      await block("Customer call").boundingBox(),
    ];
    assert.ok(left!.x + left!.width <= right!.x + 1, "what is at once stands beside each other");
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);

    await page.getByLabel("Tasks", { exact: true }).uncheck();
    await block("Write the report").first().waitFor({ state: "detached" });
    await page.getByLabel("Automations", { exact: true }).uncheck();
    await block("Nightly check").waitFor({ state: "detached" });
    await page.reload();
    await block("Design review").waitFor();
    assert.equal(await block(/Nightly check|Write the report/).count(), 0, "the choice of layers is kept");
    await page.getByLabel("Tasks", { exact: true }).check();
    await page.getByLabel("Automations", { exact: true }).check();
    await block("Nightly check").waitFor();

    await block("Design review").click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("heading", { name: "Conflicts" }).waitFor();
    await dialog.locator(".arithmetic li").first().waitFor();
    await dialog.getByLabel("Change the type").selectOption("travel");
    await dialog.locator("dd", { hasText: /^travel/ }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });

    await page.locator("h1").click();
    await page.keyboard.press("]");
    await block("<img src=x").waitFor();
    assert.doesNotMatch(await block("<img src=x").innerText(), /\u202e/, "nothing turns the text around");
    assert.equal(await page.evaluate(() => "attacked" in globalThis), false);
    await page.keyboard.press("["); // the two days may lie in two weeks
    await block("Design review").waitFor();
    await page.keyboard.press("2");
    await page.locator(".cal-column").nth(6).waitFor();
    assert.equal(await block("Trip to Bergen").count(), 1, "two days are one block");
    const fair = (await block("Fair").boundingBox())!;
    const column = (await page.locator(`.cal-column[data-date="${dashed(day(1))}"]`).boundingBox())!;
    assert.ok(
      Math.abs(fair.x - column.x) < 5 && Math.abs(fair.width - column.width) < 10,
      "below its day's head",
    );
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await page.keyboard.press("3");
    await page.locator(".cal-month").waitFor();
    assert.ok(await block("Standup").count() >= 2);
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await page.keyboard.press("4");
    await page.keyboard.press("t");
    await page.locator(".cal-agenda").waitFor();
    await block("Standup").first().waitFor();
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await page.emulateMedia({ media: "print" });
    assert.equal(await page.locator(".side").isVisible(), false, "paper has no navigation");
    assert.equal(await block("Standup").first().isVisible(), true);
    await page.emulateMedia({ media: "screen" });
    await site.atPeace();
  },
);

browserTest("the summary of today counts runs and automations besides due tasks", async () => {
  const ahead = Date.parse(`${dashed(day())}T12:00:00Z`) - Date.now(); // at noon the day still has moments to come
  const now = () => new Date(Date.now() + ahead);
  await using site = await ReviewSite.open({ now });
  await withCalendar(site);
  await site.operator("POST /planner/tasks", { body: { title: "Send it", due: { date: dashed(day()) } } });
  const { root } = site.repository();
  await site.operator("POST /automations", {
    body: {
      name: "Late check",
      trigger: { kind: "schedule", cron: "59 23 * * *", timezone: "UTC" },
      action: { kind: "run", request: 'create a.txt with "x"', repoPath: root },
    },
  });
  await site.operator("POST /coordinator/runs", {
    body: { request: 'create b.txt with "b"', repoPath: root },
  });
  const page = await site.page(`${PLANNER}?view=day`);
  await page.clock.install({ time: now() });
  await page.reload();
  const brief = page.locator(".brief");
  await brief.getByText(/1 task due: Send it/).waitFor();
  await brief.getByText(/1 automation still to come/).waitFor();
  await brief.getByText(/1 run of today/).waitFor();
  assert.deepEqual(await violationsOf(page, { narrow: true }), []);
  await site.atPeace();
});

browserTest("a conflict is suppressed with a reason, shown as suppressed, and shown again", async () => {
  await using site = await ReviewSite.open();
  await withCalendar(site);
  const page = await site.page(`${PLANNER}?tab=conflicts`);
  const cards = page.locator(".card", { hasText: "double booked" });
  await cards.first().waitFor();
  assert.ok(await cards.locator(".arithmetic li").count() > 0);
  assert.deepEqual(await violationsOf(page, { narrow: true }), []);
  await cards.getByRole("button", { name: /^Suppress/ }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Why").fill("I leave early");
  await dialog.getByRole("button", { name: "Suppress", exact: true }).click();
  await dialog.waitFor({ state: "detached" });
  await page.getByText("Include suppressed").click();
  await page.getByText("I leave early").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await page.getByRole("button", { name: /^Show again/ }).click();
  await page.getByRole("button", { name: /^Suppress …/ }).first().waitFor();
  await site.atPeace();
});

browserTest(
  "tasks are added in plain words, completed, moved, nested, and changed in bulk",
  async () => {
    await using site = await ReviewSite.open();
    // On any day there is a free time until tomorrow at 15:00.
    const always = [{ start: "00:00", end: "23:59" }];
    const workingHours = {
      mon: always,
      tue: always,
      wed: always,
      thu: always,
      fri: always,
      sat: always,
      sun: always,
    };
    await site.operator("POST /planner/settings", { body: { timeZone: "UTC", workingHours } });
    const page = await site.page(`${PLANNER}?tab=tasks`);
    await page.getByRole("heading", { name: "No tasks." }).waitFor();
    await page.keyboard.press("n");
    await page.keyboard.type("Call Ann tomorrow at 15:00 #home !1 30m");
    await page.keyboard.press("Enter");
    await page.locator(".quick-add").getByText("tomorrow at 15:00").waitFor();
    const line = (title: string) => page.locator(".task-line", { hasText: title });
    const act = async (title: string, action: string) => {
      await page.getByRole("button", { name: `Actions on ${title}` }).click();
      await page.getByRole("menuitem", { name: action }).click();
    };
    assert.match(await line("Call Ann").innerText(), /!1[\s\S]*30 min[\s\S]*#home/);
    await page.getByLabel("Quick add").fill("Pay rent 03/04");
    await page.keyboard.press("Enter");
    await page.locator(".quick-add .field-problem").waitFor();
    assert.equal(
      (await site.operator("GET /planner/tasks", { query: {} })).length,
      1,
      "two readings are refused",
    );
    for (const title of ["Buy milk", "Read mail"]) {
      await page.getByLabel("Quick add").fill(title);
      await page.keyboard.press("Enter");
      await line(title).waitFor();
    }
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    const titles = () => page.locator(".task-title").allInnerTexts();
    const groups = () => page.locator(".task-group > h2").allInnerTexts();
    assert.deepEqual(await groups(), ["Upcoming 1", "No date 2"]);
    const before = await titles();
    assert.equal(before[0], "Call Ann", "what has a date comes before what has none");
    await act(before[1]!, "Move down");
    await page.waitForFunction(
      (first) => document.querySelectorAll(".task-title")[1]?.textContent !== first,
      before[1],
    );
    assert.deepEqual(await titles(), [before[0], before[2], before[1]]);
    await page.getByRole("button", { name: "Actions on Call Ann" }).click();
    assert.equal(await page.getByRole("menuitem", { name: "Move down" }).count(), 0, "its date places it");
    await page.keyboard.press("Escape");

    await act("Buy milk", "Add subtask");
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill("Find the shop");
    assert.deepEqual(await violationsOf(page), []);
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    await line("Find the shop").waitFor();
    const below = (await site.operator("GET /planner/tasks", { query: {} })).find(({ title }) =>
      title === "Find the shop"
    );
    assert.ok(below!.parentId);
    await line("Find the shop").getByRole("button", { name: "Find the shop", exact: true }).click();
    await dialog.getByLabel("Priority").fill("2");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await line("Find the shop").getByText("!2").waitFor();

    await act("Call Ann", "Find time");
    await page.getByRole("button", { name: "Set aside" }).click();
    await line("Call Ann").getByText("set aside").waitFor();
    await act("Buy milk", "Select");
    await page.locator("h1").click();
    const names = await titles();
    for (let i = 0; i <= names.indexOf("Read mail"); i++) await page.keyboard.press("j");
    await page.keyboard.press("x");
    await page.getByText("2 selected").waitFor();
    await page.getByRole("button", { name: "Complete", exact: true }).click();
    await line("Read mail").waitFor({ state: "detached" });
    await page.getByRole("checkbox", { name: "Complete Find the shop" }).click();
    await line("Find the shop").waitFor({ state: "detached" });
    const done = await site.operator("GET /planner/tasks", { query: { state: "done" } });
    assert.deepEqual(done.map(({ title }) => title).sort(), ["Buy milk", "Find the shop", "Read mail"]);
    await page.locator(".quick-add").getByLabel("Quick add").fill("");
    // The service rejected an ambiguous request.
    assert.deepEqual(site.complaints.filter((each) => !each.includes("400")), []);
  },
);

browserTest("on a phone the selected tab is in view", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(`${PLANNER}?tab=settings`, { width: 390, height: 844 });
  await page.getByRole("button", { name: "Save the settings" }).waitFor();
  const isInView = async (name: string) => {
    const box = (await page.getByRole("tab", { name }).boundingBox())!;
    return box.x >= 0 && box.x + box.width <= 390;
  };
  assert.ok(await isInView("Settings"));
  assert.ok(!await isInView("Calendar"), "the control: not all tabs fit");
  await page.getByRole("tab", { name: "Settings" }).press("Home");
  await page.getByRole("heading", { name: "Today" }).waitFor();
  assert.ok(await isInView("Calendar"));
  await site.atPeace();
});
