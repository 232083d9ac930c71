/// <reference lib="dom" />
import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "an automation is made, triggered, changed and deleted; its page says what becomes of each moment",
  async () => {
    using repository = TestRepository.make();
    await using site = await ReviewSite.open();
    const page = await site.page("/dashboard/automations");
    await page.getByRole("heading", { name: "No automations yet." }).waitFor();
    await page.getByRole("button", { name: "New automation …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Nightly check");
    await dialog.getByLabel("What is to be done").fill('create a.txt with "x"');
    await dialog.getByLabel("Repository").fill(repository.root);
    await dialog.getByLabel("Pattern").fill("0 22-2 * * *");
    await dialog.getByLabel("Time zone").fill("Europe/Berlin");
    await dialog.getByRole("button", { name: "Create and enable" }).click();
    await dialog.getByText("From value is larger than to value").waitFor();
    await dialog.getByLabel("Pattern").fill("30 2 * * *");
    assert.deepEqual(await violationsOf(page), []);
    await dialog.getByRole("button", { name: "Create and enable" }).click();

    await page.getByText("At 02:30, by the clocks of Europe/Berlin.").waitFor();
    await page.getByText("Nothing has come up yet.").waitFor();
    await page.getByRole("button", { name: "Trigger now" }).click();
    const ledger = page.getByRole("region", { name: "Rows of the ledger" });
    await ledger.getByText("fired", { exact: true }).waitFor();
    assert.deepEqual(await violationsOf(page), []);

    await page.getByRole("button", { name: "Edit …" }).click();
    await dialog.getByLabel("Pattern").fill("@hourly");
    await dialog.getByRole("button", { name: "Save the change" }).click();
    await page.getByText("revision 2").waitFor();
    await page.getByText("it goes by elapsed time", { exact: false }).waitFor();
    const [saved] = await site.operator("GET /automations", { query: {} });
    assert.deepEqual([saved!.revision, saved!.lastFire?.outcome], [2, "fired"]);

    await page.goto(page.url().replace(/\/automations\/.*/, "/automations"));
    await page.getByRole("link", { name: "Nightly check" }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("link", { name: "Nightly check" }).click();
    await page.getByRole("button", { name: "Delete …" }).click();
    await page.getByRole("button", { name: "Delete the automation" }).click();
    await page.getByRole("heading", { name: "No automations yet." }).waitFor();
    // A pattern that cannot be read was refused.
    assert.deepEqual(site.complaints.filter((each) => !each.includes("400")), []);
  },
);
