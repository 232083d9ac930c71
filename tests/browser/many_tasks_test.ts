import { calendarFile } from "../planner/planner_world.ts";
import { browserTest } from "./chromium.ts";
import { dashed, day, PLANNER } from "./planner_days.ts";
import { ReviewSite } from "./review_site.ts";

browserTest("the calendar opens a task that comes after a thousand others", async () => {
  await using site = await ReviewSite.open();
  const todos = Array.from({ length: 1000 }, (_, n) =>
    [
      ...["BEGIN:VTODO", `UID:t${n}`, "DTSTAMP:20260101T000000Z", `SUMMARY:todo ${n}`],
      ...["STATUS:COMPLETED", "END:VTODO"],
    ].join("\r\n"));
  const path = calendarFile(todos);
  await site.operator("POST /planner/settings", {
    body: { timeZone: "UTC", sources: [{ id: "home", kind: "ics_file", label: "Home", path }] },
  });
  await site.operator("POST /planner/refresh", { body: {} });
  const date = dashed(day(1));
  const { id } = await site.operator("POST /planner/tasks", {
    body: { title: "Write the report", tags: ["quarterly"] },
  });
  await site.operator("POST /planner/tasks/:id/schedule", {
    params: { id },
    body: { start: `${date}T12:00:00Z`, durationMinutes: 60 },
  });
  const page = await site.page(`${PLANNER}?view=day&date=${date}`);
  await page.locator(".cal-block", { hasText: "Write the report" }).click();
  await page.getByRole("dialog").getByText("quarterly").waitFor();
  await site.atPeace();
});
