/// <reference lib="dom" />
import assert from "node:assert/strict";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { CASE_OUTCOMES } from "../../store/trials/document.ts";
import { sandboxTest } from "../sandbox.ts";
import { answer, past } from "../trials/past.ts";
import { recordCompleted, recordReady } from "../trials/recorded.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

const SHOTS = Deno.env.get("SHOTS");

async function shoot(page: Page, name: string): Promise<void> {
  for (const [width, height] of SHOTS ? [[1280, 900], [390, 844]] as const : []) {
    for (const colorScheme of ["light", "dark"] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme });
      await page.screenshot({ path: join(SHOTS!, `${name}-${width}-${colorScheme}.png`), fullPage: true });
    }
  }
}

browserTest(
  "the page of a trial shows shares with intervals, where workers differ, and proposes the better one",
  async () => {
    await using site = await ReviewSite.open();
    const h = { service: site.service.service, store: site.service.service.store };
    const { root } = site.repository();
    const id = await recordCompleted(h, { root, proved: 30, others: CASE_OUTCOMES.slice(1) });
    const page = await site.page("/dashboard/trials");
    await page.getByText("30 of 36").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await shoot(page, "trials");
    await page.getByRole("rowheader").getByRole("link").click();
    await page.getByRole("img", { name: "builtin/recipe: 10 of 30, between 19 % and 51 %" }).waitFor();
    await page.getByText(/local\/small solved \d+ that builtin\/recipe did not/).waitFor();
    assert.equal(await page.locator(".trial-square").count(), 60);
    const cells = page.locator("td[data-head='Solved by']");
    assert.equal(await cells.filter({ hasText: "builtin/recipe" }).count(), 10);
    assert.equal(await page.getByText("not red", { exact: true }).isVisible(), false);
    await page.getByText("6 candidates are no cases").click();
    await page.getByText("not red", { exact: true }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await shoot(page, "trial");
    await page.getByRole("button", { name: "Propose local/small as the default" }).click();
    await page.getByText("A human can approve it under Approvals.").waitFor();
    const { changeId } = await site.operator("GET /trials/:id", { params: { id } });
    assert.ok(changeId);
    const unfinished = await recordReady(h, { root, proved: 1, unseen: 2 });
    const other = await site.page(`/dashboard/trials/${unfinished}`);
    await other.getByRole("button", { name: "Look further" }).click();
    await other.getByText("It continues.").waitFor();
    await site.atPeace();
  },
);

sandboxTest("cases are found from the page, and workers start after the plan was shown", async () => {
  await using site = await ReviewSite.open();
  using repository = past([answer(1)]);
  const page = await site.page("/dashboard/trials");
  await page.getByText("No trials yet").waitFor();
  await page.getByRole("button", { name: "Find cases …" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Repository").fill(repository.root);
  await dialog.getByLabel("Verifier").fill("sh check.sh");
  assert.deepEqual(await violationsOf(page), []);
  await shoot(page, "trial-find");
  await dialog.getByRole("button", { name: "Find" }).click();
  await page.getByRole("button", { name: "Start …" }).click();
  await dialog.getByLabel("Workers").fill("builtin/recipe");
  await dialog.getByRole("button", { name: "Show what it costs" }).click();
  await dialog.getByText("Nothing leaves this machine.").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await shoot(page, "trial-start");
  await dialog.getByRole("button", { name: "Start 1 attempt" }).click();
  await page.getByText("All workers have ended all cases.").waitFor();
  await page.getByText("builtin/recipe").first().waitFor();
  await page.getByRole("button", { name: "Delete …" }).click();
  await dialog.getByText("the runs of its 1 attempt").waitFor();
  assert.deepEqual(await violationsOf(page), []);
  await shoot(page, "trial-delete");
  await dialog.getByRole("button", { name: "Delete the trial" }).click();
  await page.getByText("No trials yet").waitFor();
  await site.atPeace();
});
