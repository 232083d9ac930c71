/// <reference lib="dom" />
import assert from "node:assert/strict";
import { runMachine } from "../worker_machines/machine.ts";
import { untilPresent } from "../worker_machines/until.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { ReviewSite } from "./review_site.ts";

const SHOTS = Deno.env.get("SHOTS");

browserTest(
  "a machine is invited, shown, drained and revoked, and what it reported is verified here by a press",
  async () => {
    await using site = await ReviewSite.open({ settings: { AGENT_HARNESS_WORKER_LISTEN: "127.0.0.1:0" } });
    const { service } = site.service;
    Object.assign(service.machines, { checkedShare: 0 });
    const page = await site.page("/dashboard/system?tab=workers");
    await page.getByText("No worker machines").waitFor();
    await page.getByRole("button", { name: "Invite a machine" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Name").fill("w0");
    await dialog.getByLabel("Trust it to verify").check();
    await dialog.getByLabel("Labels that it may have").fill("gpu, node22");
    await dialog.getByLabel("Trust group").fill("ours");
    assert.deepEqual(await violationsOf(page), []);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/workers-invite.png` });
    await dialog.getByRole("button", { name: "Invite" }).click();
    await dialog.getByText(/agent-harness worker --control http:\/\/127\.0\.0\.1:\d+ --code ahw_/).waitFor();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/workers-code.png` });
    await dialog.getByRole("button", { name: "Done" }).click();

    const invited = page.getByRole("region", { name: "Worker machines" });
    await invited.getByText("group ours").waitFor();
    await invited.getByText("gpu, node22").waitFor();
    await page.getByRole("button", { name: "Trust of w0" }).click();
    await dialog.getByLabel("Trust group").fill("");
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/workers-trust.png` });
    await dialog.getByRole("button", { name: "Save" }).click();
    await invited.getByText("in no group").waitFor();
    await page.getByText(/verified on a trusted worker machine of another group/).waitFor();
    await page.getByRole("button", { name: "Change …" }).click();
    await dialog.getByLabel("Results are verified").selectOption("any");
    await dialog.getByLabel("Labels of this machine").fill("quiet");
    assert.deepEqual(await violationsOf(page), []);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/workers-placement.png` });
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText(/verified on any trusted worker machine.*, quiet\./).waitFor();

    await using machine = await runMachine({ operator: site.operator, service });
    await untilPresent(service);
    const repository = site.repository();
    const run = await site.run(repository, 'create b.txt with "b"', { verifier: "test -f b.txt" });
    assert.equal(run.evaluation?.reportedBy?.name, "w1", machine.lines.join("\n"));
    const table = page.getByRole("region", { name: "Worker machines" });
    await table.getByText("1 piece of work delivered").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/workers-wide.png` });
    await page.getByRole("button", { name: "Log of w1" }).click();
    const log = page.getByRole("dialog");
    await log.getByText("delivered, exit code 0").waitFor();
    await log.getByText("test -f b.txt").waitFor();
    assert.deepEqual(await violationsOf(page), []);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/workers-log-wide.png` });
    await page.setViewportSize({ width: 390, height: 844 });
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/workers-log-narrow.png` });
    await page.emulateMedia({ colorScheme: "dark" });
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/workers-log-narrow-dark.png` });
    await page.emulateMedia({ colorScheme: "light" });
    await log.getByRole("button", { name: "Close" }).last().click();
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/workers-narrow.png`, fullPage: true });
    await page.emulateMedia({ colorScheme: "dark" });
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/workers-narrow-dark.png`, fullPage: true });
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.getByRole("button", { name: "Drain w1" }).click();
    await table.getByText("draining").waitFor();

    const approval = run.approvals.at(0)!.id;
    const review = await site.page(`/dashboard/approvals/${approval}`);
    await review.getByText(/reported by the worker machine w1.*not checked here/).first().waitFor();
    if (SHOTS) await review.screenshot({ path: `${SHOTS}/review-reported.png`, fullPage: true });
    await review.keyboard.press("?");
    await review.getByText("Verify here what a worker machine reported").waitFor();
    await review.keyboard.press("Escape");
    await review.getByRole("button", { name: "Verify here" }).waitFor();
    await review.keyboard.press("h");
    await review.getByText(/failed before the change and passes now/).first().waitFor();
    const { evaluation } = await site.settled(run.id);
    assert.deepEqual([evaluation?.outcome, evaluation?.reportedBy], ["passed", undefined]);

    await page.getByRole("button", { name: "Revoke w1" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
    await table.getByText("A human revoked it.").waitFor();
    await site.atPeace();
  },
);
