/// <reference lib="dom" />
import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { nightlyCheck } from "./nightly_check.ts";
import { ReviewSite } from "./review_site.ts";

browserTest(
  "an automation is created, triggered, changed and deleted; its page shows the outcome of each fire",
  async () => {
    using repository = TestRepository.make();
    await using site = await ReviewSite.open();
    const page = await site.page("/dashboard/automations");
    await page.getByRole("heading", { name: "No automations yet." }).waitFor();
    await page.getByRole("button", { name: "New automation …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("Nightly check");
    await dialog.getByLabel("Request").fill('create new.txt with "x"');
    await dialog.getByLabel("Repository").fill(repository.root);
    await dialog.getByLabel("When").fill("0 22-2 * * *");
    await dialog.getByLabel("Time zone").fill("Europe/Berlin");
    await dialog.getByText("From value is larger than to value").waitFor();
    await dialog.getByLabel("When").fill("every day at 2:30 if it rains");
    await dialog.getByText('"if rains" is not understood').waitFor();
    await dialog.getByRole("button", { name: "Create and enable" }).click();
    await dialog.getByRole("alert").getByText('"if rains" is not understood').waitFor();
    await dialog.getByLabel("When").fill("every day at 2:30");
    await dialog.getByText("At 02:30, Europe/Berlin time").waitFor();
    assert.equal(await dialog.getByRole("list", { name: "The next times" }).getByRole("listitem").count(), 5);
    assert.deepEqual(await violationsOf(page), []);
    await dialog.getByRole("button", { name: "Create and enable" }).click();

    await page.getByText("At 02:30, Europe/Berlin time.").waitFor();
    await page.getByText("Nothing yet.").waitFor();
    const ledger = page.getByRole("region", { name: "Ledger rows" });
    const preview = Promise.withResolvers<void>();
    await page.route(/\/automations\/[^/]+\/preview$/, async (route) => {
      await preview.promise;
      await route.continue();
    });
    const details = page.waitForResponse(/:\d+\/automations\/[^/]+$/);
    await page.getByRole("button", { name: "Trigger now" }).click();
    await (await details).finished();
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(resolve)));
    // Nothing moves a row that is shown: what blocks the next fire comes with it.
    assert.equal(await ledger.count(), 0);
    preview.resolve();
    await ledger.getByText("fired", { exact: true }).waitFor();
    await page.getByRole("list", { name: "The last 30 days, in UTC" }).getByText("1 row fired").waitFor();
    await ledger.getByRole("button", { name: /^Repeat what came at/ }).click();
    await ledger.getByText("skipped overlap", { exact: true }).waitFor();
    const calendar = page.getByRole("table", { name: "The next 30 days, in Europe/Berlin" });
    assert.ok(await calendar.getByText("02:30").count() >= 30);
    await page.getByText("Nothing is written to the repository", { exact: false }).waitFor();
    assert.deepEqual(await violationsOf(page), []);

    await page.getByRole("button", { name: "Edit …" }).click();
    assert.equal(await dialog.getByLabel("When").inputValue(), "30 2 * * *");
    await dialog.getByLabel("When").fill("@hourly");
    await dialog.getByLabel("Verifier").fill("test -f a.txt");
    await dialog.getByText("Limits").click();
    await dialog.getByLabel("Fix rounds").fill("4");
    const [before] = await site.operator("GET /automations", { query: {} });
    await site.operator("POST /automations", {
      body: {
        id: before!.id,
        name: "Nightly check",
        trigger: { kind: "schedule", cron: "30 2 * * *", timezone: "Europe/Berlin" },
        action: { kind: "run", request: 'create other.txt with "x"', repoPath: repository.root },
      },
    });
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await dialog.getByRole("alert").getByText("It was changed elsewhere meanwhile, to revision 2.").waitFor();
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("revision 3").waitFor();
    await page.getByText("it follows elapsed time", { exact: false }).waitFor();
    const [saved] = await site.operator("GET /automations", { query: {} });
    assert.deepEqual([saved!.revision, saved!.lastFire?.outcome, saved!.action.fix], [3, "fired", 4]);
    assert.deepEqual(saved!.action.verifier, { command: "test -f a.txt" });

    await page.goto(page.url().replace(/\/automations\/.*/, "/automations"));
    await page.getByRole("link", { name: "Nightly check" }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("link", { name: "Nightly check" }).click();
    await page.getByRole("button", { name: "Delete …" }).click();
    await page.getByRole("button", { name: "Delete the automation" }).click();
    await page.getByRole("heading", { name: "No automations yet." }).waitFor();
    // The service rejected an invalid pattern.
    assert.deepEqual(site.complaints.filter((each) => !each.includes("400")), []);
  },
);

browserTest(
  "an automation of a webhook that starts a workflow is made of a template, and edited without losing its secret",
  async () => {
    await using site = await ReviewSite.open();
    const { root } = site.repository();
    await site.operator("POST /saved-workflows", {
      body: {
        source:
          "name: Greet\ninputs: { type: object, properties: { number: { type: integer } } }\nnodes:\n  - { id: a, kind: prompt, with: { content: 'create a.txt with \"x\"' } }\n",
      },
    });
    const secret = await site.operator("POST /secrets", {
      body: { name: "hook/build", kind: "webhook", value: "a-secret-of-two-parties" },
    });
    const page = await site.page("/dashboard/automations");
    await page.getByRole("button", { name: "New automation …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: "When a webhook comes" }).click();
    await dialog.getByLabel("Path").fill("build");
    await dialog.getByLabel("Secret").selectOption("hook/build");
    await dialog.getByLabel("Only if").fill('trigger.body.action == "opened"');
    await dialog.getByLabel("A workflow").check();
    await dialog.getByLabel("Workflow", { exact: true }).selectOption("Greet");
    await dialog.getByLabel("Repository").fill(root);
    const given = dialog.getByLabel("Inputs from the delivery");
    await given.fill('{"number"');
    await dialog.getByLabel("Same delivery").fill("trigger.body.id");
    await dialog.getByRole("button", { name: "Create and enable" }).click();
    await dialog.getByRole("alert").getByText("The inputs from the delivery are not JSON: ").waitFor();
    await given.fill('{"number": "trigger.body.number"}');
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await dialog.getByRole("button", { name: "Create and enable" }).click();
    await page.getByRole("button", { name: "Edit …" }).click();
    await dialog.getByLabel("Name").fill("On a build");
    await dialog.getByRole("button", { name: "Save", exact: true }).click();
    await page.getByText("revision 2").waitFor();
    const [saved] = await site.operator("GET /automations", { query: {} });
    assert.deepEqual(
      [saved!.name, saved!.action.kind, saved!.trigger.kind],
      ["On a build", "workflow", "webhook"],
    );
    const { trigger } = saved!;
    assert.ok(trigger.kind === "webhook");
    assert.deepEqual(
      [trigger.path, trigger.secretId, trigger.filter, trigger.inputs, trigger.dedupe],
      [
        "build",
        secret.id,
        'trigger.body.action == "opened"',
        { number: "trigger.body.number" },
        "trigger.body.id",
      ],
    );
    await site.atPeace();
  },
);

browserTest(
  "automations appear elsewhere: the run names the one that started it, Home shows the next fire, the page what blocks it",
  async () => {
    using repository = TestRepository.make();
    await using site = await ReviewSite.open();
    const { id } = await site.operator("POST /automations", {
      body: {
        name: "Nightly check",
        trigger: { kind: "schedule", cron: "30 2 * * *", timezone: "Europe/Berlin" },
        action: { kind: "run", request: 'create nightly.txt with "x"', repoPath: repository.root },
      },
    });
    const { runId, fireId } = await site.operator("POST /automations/:id/trigger", {
      params: { id },
      body: {},
    });
    for (let i = 0; i < 3; i++) {
      await site.operator("POST /automations/:id/trigger", { params: { id }, body: {} });
    }
    const page = await site.page(`/dashboard/runs/${runId}`);
    await page.getByRole("link", { name: fireId }).click();
    await page.locator("tr[aria-current=true]").getByText("fired", { exact: true }).waitFor();
    await page.getByText("Skipped 3 times in a row.", { exact: false }).waitFor();
    assert.deepEqual(await violationsOf(page), []);
    await page.getByRole("link", { name: "Open the run" }).click();
    await page.getByRole("link", { name: "Nightly check" }).waitFor();

    await page.goto(page.url().replace(/\/dashboard\/.*/, "/dashboard"));
    const next = page.getByRole("region", { name: "Next scheduled" });
    await next.getByRole("link", { name: "Nightly check" }).first().waitFor();
    await next.getByText("from 7 days before they expire", { exact: false }).waitFor();
    const [nextFireAt] = (await site.operator("GET /automations/:id", { params: { id } })).nextFires;
    assert.equal(await next.locator("time").first().getAttribute("datetime"), nextFireAt);
    await site.operator("POST /automations/:id/pause", { params: { id } });
    await next.getByText("Nightly check").first().waitFor({ state: "detached" });

    await site.operator("DELETE /automations/:id", { params: { id } });
    await page.goto(page.url().replace(/\/dashboard.*/, `/dashboard/runs/${runId}`));
    await page.getByText("an automation that was deleted", { exact: false }).waitFor();
    assert.deepEqual(site.complaints, []);
  },
);

browserTest("triggering an automation says what came of it", async () => {
  await using site = await ReviewSite.open();
  const { id } = await nightlyCheck(site);
  await site.operator("POST /automations/:id/trigger", { params: { id }, body: {} });
  const page = await site.page(`/dashboard/automations/${id}`);
  await page.getByRole("button", { name: "Trigger now" }).click();
  const toast = page.locator(".toast");
  await toast.waitFor();
  const { ledger } = await site.operator("GET /automations/:id", { params: { id } });
  const skipped = ledger.items.find(({ outcome }) => outcome === "skipped_overlap");
  assert.equal(await toast.innerText(), skipped!.reason);
  // An id is shown by its end, as elsewhere; the whole is what one hovers over.
  const link = page.getByRole("region", { name: "Ledger rows" }).getByRole("link").first();
  const runId = (await link.getAttribute("title"))!;
  assert.match(runId, /^run_\w{26}$/);
  assert.equal(await link.innerText(), `run_…${runId.slice(-6)}`);
  const days = await page.locator(".fire-day-number").allInnerTexts();
  assert.deepEqual(days.filter((day) => !/^\d{1,2}(?: [A-Z][a-z]{2,3})?$/.test(day)), []);
  await site.atPeace();
});
