/// <reference lib="dom" />
import assert from "node:assert/strict";
import { calendarFile, event } from "../planner/planner_world.ts";
import { browserTest } from "./chromium.ts";
import { PLANNER } from "./planner_days.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "a source that is added never replaces another whose name is written with the same letters",
  async () => {
    await using site = await ReviewSite.open();
    await site.operator("POST /planner/settings", { body: { timeZone: "UTC" } });
    const page = await site.page(`${PLANNER}?tab=sources`);
    const names = ["日历", "予定", "Team!", "Team?"];
    const paths = names.map((name) => calendarFile([event({ uid: name })]));
    for (const [at, name] of names.entries()) {
      await page.getByRole("button", { name: "Add a source …" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill(name);
      await dialog.getByLabel("Path").fill(paths[at]!);
      await dialog.getByRole("button", { name: "Add and read" }).click();
      await page.locator(".card", { hasText: name }).getByText(/1 added/).waitFor();
    }
    const { sources } = await site.operator("GET /planner/settings");
    assert.deepEqual(sources.map(({ id, label, path }) => [id, label, path]), [
      ["source", names[0], paths[0]],
      ["source-2", names[1], paths[1]],
      ["team", names[2], paths[2]],
      ["team-2", names[3], paths[3]],
    ]);
  },
);
