import { browserTest } from "./chromium.ts";
import { dashed, day, PLANNER } from "./planner_days.ts";
import { ReviewSite } from "./review_site.ts";

browserTest("the calendar shows today for a date that does not exist", async () => {
  await using site = await ReviewSite.open();
  await site.operator("POST /planner/settings", { body: { timeZone: "UTC" } });
  for (const date of ["2026-99-99", "2026-02-30"]) {
    const page = await site.page(`${PLANNER}?view=day&date=${date}`);
    await page.locator(`.cal-column[data-date="${dashed(day())}"]`).waitFor();
  }
  await site.atPeace();
});

browserTest("a day and a moment of a task are written alike, the day before the month", async () => {
  await using site = await ReviewSite.open();
  await site.operator("POST /planner/settings", { body: { timeZone: "UTC" } });
  for (
    const [title, due] of [["Day", { date: "2030-03-04" }], ["Moment", {
      at: "2030-03-04T15:00:00Z",
    }]] as const
  ) {
    await site.operator("POST /planner/tasks", { body: { title, due } });
  }
  const page = await site.page(`${PLANNER}?tab=tasks`);
  for (
    const [title, words] of [["Day", "due Mon, 4 Mar 2030"], [
      "Moment",
      "due Mon, 4 Mar 2030, 15:00",
    ]] as const
  ) {
    const line = page.locator(".task-line", { hasText: title });
    await line.getByText(words, { exact: true }).waitFor();
  }
  await site.atPeace();
});
