import assert from "node:assert/strict";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "quiet hours are set on the planner's page; a run that waits for their end says so, and is started manually",
  async () => {
    const begun = performance.now(); // a moment comes ten seconds after the automation is made, and all of it is at night
    const now = () => new Date(Date.parse("2026-01-02T03:04:05Z") + performance.now() - begun);
    await using site = await ReviewSite.open({ now });
    const page = await site.page("/dashboard/planner?tab=settings");
    await page.getByLabel("Time zone").fill("UTC");
    await page.getByLabel("From", { exact: true }).fill("22:00");
    await page.getByLabel("Until", { exact: true }).fill("07:00");
    await page.getByRole("button", { name: "Save the settings" }).click();
    await page.getByText("The planner's settings are saved.").waitFor();
    assert.deepEqual((await site.operator("GET /planner/settings")).quietHours, {
      days: ["mon", "tue", "wed", "thu", "fri", "sat", "sun"],
      from: "22:00",
      to: "07:00",
    });
    await page.goto(new URL("/dashboard/inbox", page.url()).href);
    await page.getByText("Quiet from 22:00 to 07:00 each day").waitFor();
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await page.goto(new URL("/dashboard/planner?view=day&date=2026-01-05", page.url()).href);
    await page.getByText("Quiet from 22:00").waitFor();
    await page.getByText("Quiet until 07:00").waitFor();
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    const { id } = await site.operator("POST /automations", {
      body: {
        name: "Often",
        trigger: { kind: "schedule", every: "PT10S" },
        action: { kind: "run", request: 'create a.txt with "x"', repoPath: site.repository().root },
      },
    });
    await page.goto(new URL(`/dashboard/automations/${id}`, page.url()).href);
    await page.getByText("Quiet hours: its run starts").first().waitFor();
    await page.goto(new URL("/dashboard/runs", page.url()).href);
    await page.getByRole("link", { name: /create a\.txt/ }).first().click();
    await page.getByText("Quiet hours.").waitFor();
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await page.getByRole("button", { name: "Start now" }).click();
    await page.getByText("The run was resumed.").waitFor();
    await page.getByText("Quiet hours.").waitFor({ state: "detached" });
    await site.atPeace();
  },
);
