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
