/// <reference lib="dom" />
import assert from "node:assert/strict";
import { calendar, calendarFile, event } from "../planner/planner_world.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { downloadedText } from "./downloaded.ts";
import { components, day, PLANNER } from "./planner_days.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "a source is added and read, a mass removal is held back, its items are found, and it is removed with them",
  async () => {
    await using site = await ReviewSite.open();
    await site.operator("POST /planner/settings", { body: { timeZone: "UTC" } });
    const many = (count: number) =>
      Array.from(
        { length: count },
        (_, i) => event({ uid: `m${i}`, start: `${day(3)}T080000Z`, title: `Meeting ${i}` }),
      );
    const path = calendarFile([...components(), ...many(30)]);
    const page = await site.page(`${PLANNER}?tab=sources`);
    await page.getByRole("heading", { name: "No sources yet." }).waitFor();
    await page.getByRole("button", { name: "Add a source …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("My calendar");
    await dialog.getByLabel("Path").fill("relative.ics");
    await dialog.getByRole("button", { name: "Add and read" }).click();
    await dialog.getByText(/needs an absolute path/).waitFor();
    await dialog.getByLabel("Path").fill(path);
    assert.deepEqual(await violationsOf(page), []);
    await dialog.getByRole("button", { name: "Add and read" }).click();
    const card = page.locator(".card", { hasText: "My calendar" });
    await card.getByText(/36 added/).waitFor();
    const downloading = page.waitForEvent("download");
    await card.getByRole("button", { name: "Export My calendar as a calendar file" }).click();
    const saved = await downloadedText(await downloading);
    assert.equal(saved.match(/^BEGIN:VEVENT/gm)!.length, 36);
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);

    Deno.writeTextFileSync(path, calendar(components()));
    await card.getByRole("button", { name: "Refresh My calendar" }).click();
    await card.getByText(/30 items would be removed at once/).waitFor();
    await card.getByRole("button", { name: "Remove them …" }).click();
    await dialog.getByRole("button", { name: "Remove them", exact: true }).click();
    await card.getByText(/30 removed/).waitFor();
    Deno.removeSync(path);
    await card.getByRole("button", { name: "Refresh My calendar" }).click();
    await card.getByText("stale", { exact: true }).waitFor();
    await card.getByText("Recent refreshes").click();
    await card.locator("ol > li").nth(3).waitFor();
    assert.deepEqual(
      await card.locator("ol > li").allInnerTexts().then((all) =>
        all.map((each) => /Refresh (\w+)/.exec(each)?.[1])
      ),
      [
        "failed",
        "completed",
        "held",
        "completed",
      ],
    );
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await page.getByRole("tab", { name: "Calendar" }).click();
    await page.getByText(/My calendar could not be read/).waitFor();

    await page.getByRole("tab", { name: "Search" }).click();
    await page.getByRole("searchbox", { name: "Words" }).fill("customer");
    await page.locator("mark", { hasText: "Customer" }).waitFor();
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await page.getByRole("button", { name: "Customer call" }).click();
    await dialog.getByText("my-calendar").waitFor();
    await page.keyboard.press("Escape");

    await page.getByRole("tab", { name: "Settings" }).click();
    await page.getByLabel("Minutes between meetings").fill("15");
    await page.getByLabel("Saturday").fill("10:00-12:00");
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await page.getByRole("button", { name: "Save the settings" }).click();
    await page.getByText("The planner's settings are saved.").waitFor();
    const settings = await site.operator("GET /planner/settings");
    assert.deepEqual([settings.bufferMinutes, settings.workingHours.sat, settings.workingHours.sun], [
      15,
      [{ start: "10:00", end: "12:00" }],
      undefined,
    ]);
    await page.getByRole("tab", { name: "Sources" }).click();
    await page.getByRole("button", { name: "Remove … My calendar" }).click();
    await dialog.getByRole("button", { name: "Remove the source" }).click();
    await page.getByRole("heading", { name: "No sources yet." }).waitFor();
    assert.deepEqual(await site.operator("GET /planner/artifacts", { query: {} }), []);
    // The service rejected a path that is not absolute.
    assert.deepEqual(
      site.complaints.filter((each) => !each.includes("400")),
      [],
    );
  },
);
