/// <reference lib="dom" />
import assert from "node:assert/strict";
import { isLive } from "./browser.ts";
import { browserTest } from "./chromium.ts";
import { PLANNER } from "./planner_days.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "what is typed into the planner's settings stays when others change, and does not undo them",
  async () => {
    await using site = await ReviewSite.open();
    const page = await site.page(`${PLANNER}?tab=settings`);
    const buffer = page.getByLabel("Minutes between meetings");
    await buffer.fill("15");
    await isLive(page);
    await site.operator("POST /planner/settings", {
      body: { defaultDurationMinutes: 40, quietHours: { from: "22:00", to: "07:00" } },
    });
    const duration = page.getByLabel("Minutes for a task without an estimate");
    await page.waitForFunction(
      (input) => (input as HTMLInputElement).value === "40",
      await duration.elementHandle(),
    );
    assert.equal(await buffer.inputValue(), "15");
    await page.getByRole("button", { name: "Save the settings" }).click();
    await page.getByText("The planner's settings are saved.").waitFor();
    const { bufferMinutes, defaultDurationMinutes, quietHours } = await site.operator(
      "GET /planner/settings",
    );
    assert.deepEqual([bufferMinutes, defaultDurationMinutes, quietHours?.from], [15, 40, "22:00"]);
    await site.atPeace();
  },
);
