/// <reference lib="dom" />
import assert from "node:assert/strict";
import type { Page } from "playwright-core";
import { calendarFile } from "../planner/planner_world.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { components, dashed, day, PLANNER } from "./planner_days.ts";
import { ReviewSite } from "./review_site.ts";

const DAY = dashed(day(1));

/** The point of a time in the column of a day. */
async function pointOf(page: Page, date: string, minutes: number): Promise<[number, number]> {
  const column = page.locator(`.cal-column[data-date="${date}"]`);
  await column.evaluate((element, at) => {
    const scroller = element.closest(".cal-scroller")!;
    scroller.scrollTop = (at / 1440) * element.getBoundingClientRect().height - 200;
  }, minutes);
  const { x, y, width, height } = (await column.boundingBox())!;
  return [x + width / 2, y + (minutes / 1440) * height];
}

/** Drags from one time of a day to another time, perhaps of another day. */
async function drag(page: Page, from: number, to: number, toDay = DAY): Promise<void> {
  await page.mouse.move(...await pointOf(page, DAY, from));
  await page.mouse.down();
  const [x, y] = await pointOf(page, toDay, to);
  await page.mouse.move(x, y - 8);
  await page.mouse.move(x, y);
  await page.locator(".cal-ghost").waitFor();
  await page.mouse.up();
}

const artifact = async (site: ReviewSite, title: string) =>
  (await site.operator("GET /planner/artifacts", { query: { from: DAY, to: dashed(day(2)), type: "event" } }))
    .find((each) => each.title === title)?.occurrences?.map(({ start, end }) => [start, end]);

browserTest(
  "an event is drawn, moved, resized and taken back with the mouse; a click opens it, and the keyboard does the same",
  async () => {
    await using site = await ReviewSite.open();
    await site.operator("POST /planner/settings", { body: { timeZone: "UTC" } });
    const page = await site.page(`${PLANNER}?view=day&date=${DAY}`);
    await page.locator(".cal-column").first().waitFor();
    await drag(page, 10 * 60, 11 * 60 + 30);
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Title").fill("Write the talk");
    assert.equal(await dialog.getByLabel("Starts").inputValue(), `${DAY}T10:00`);
    assert.equal(await dialog.getByLabel("Minutes").inputValue(), "90");
    assert.deepEqual(await violationsOf(page), []);
    await dialog.getByRole("button", { name: "Create" }).click();
    await dialog.waitFor({ state: "detached" });
    const block = page.locator(".cal-block", { hasText: "Write the talk" });
    await block.getByText("10:00–11:30").waitFor();
    assert.deepEqual(await artifact(site, "Write the talk"), [[
      `${DAY}T10:00:00.000Z`,
      `${DAY}T11:30:00.000Z`,
    ]]);

    await drag(page, 10 * 60 + 30, 14 * 60 + 30);
    await block.getByText("14:00–15:30").waitFor();
    assert.equal(await dialog.count(), 0, "what was dragged is not opened");
    await page.getByRole("button", { name: "Undo" }).last().click();
    await block.getByText("10:00–11:30").waitFor();
    await block.scrollIntoViewIfNeeded();
    const { x, y, height } = (await block.boundingBox())!;
    const pullDown = async () => {
      await page.mouse.move(x + 20, y + height - 2);
      await page.mouse.down();
      await page.mouse.move(x + 20, y + height - 2 + (height / 90) * 30);
      await page.locator(".cal-ghost", { hasText: "10:00–12:00" }).waitFor();
    };
    await pullDown();
    await page.keyboard.press("Escape");
    await page.locator(".cal-ghost").waitFor({ state: "detached" });
    await page.mouse.up();
    await pullDown();
    await page.mouse.up();
    await block.getByText("10:00–12:00").waitFor();
    await block.click();
    await dialog.getByRole("button", { name: "Change its time" }).click();
    await dialog.getByLabel("Minutes").fill("45");
    await dialog.getByRole("button", { name: "Move" }).click();
    await block.getByText("10:00–10:45").waitFor();
    await page.keyboard.press("n");
    await dialog.getByLabel("Title").waitFor();
    await page.keyboard.press("Escape");
    await site.atPeace();
  },
);

browserTest(
  "the time of a task is moved; an event of a file that cannot be written says so and stays",
  async () => {
    await using site = await ReviewSite.open();
    await site.operator("POST /planner/settings", {
      body: {
        timeZone: "UTC",
        sources: [{ id: "home", kind: "ics_file", label: "Home", path: calendarFile(components()) }],
      },
    });
    await site.operator("POST /planner/refresh", { body: {} });
    const task = await site.operator("POST /planner/tasks", { body: { title: "Write the report" } });
    await site.operator("POST /planner/tasks/:id/schedule", {
      params: { id: task.id },
      body: { start: `${DAY}T16:00:00Z`, durationMinutes: 60, pinned: false },
    });
    const page = await site.page(`${PLANNER}?view=day&date=${DAY}`);
    const block = (title: string) => page.locator(".cal-block", { hasText: title });
    await block("Write the report").waitFor();
    await drag(page, 16 * 60 + 20, 18 * 60 + 20);
    await block("Write the report").getByText("18:00–19:00").waitFor();
    await page.getByRole("button", { name: "Undo" }).click();
    await block("Write the report").getByText("16:00–17:00").waitFor();
    const [undone] = await site.operator("GET /planner/tasks", { query: { scheduled: "yes" } });
    assert.equal(undone!.scheduled!.pinned, false, "as before");
    const [x, y] = await pointOf(page, DAY, 9 * 60 + 30);
    const review = (await block("Design review").boundingBox())!;
    await page.mouse.move(review.x + 10, y);
    await page.mouse.down();
    await page.mouse.move(x, y + 100);
    await page.mouse.up();
    await page.locator(".toast", { hasText: /Home|home|file/ }).waitFor();
    await block("Design review").getByText("09:00–10:00").waitFor();
  },
);
