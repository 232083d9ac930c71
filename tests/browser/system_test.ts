/// <reference lib="dom" />
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { logPath } from "../../services/ground/kernel/log.ts";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { downloadedText } from "./downloaded.ts";
import { ReviewSite } from "./review_site.ts";

const ATTACK = '<img src=x onerror="globalThis.attacked=1">';
const SYSTEM = "/dashboard/system";

/** Writes to the service's log, as the service does. */
function writeLog(site: ReviewSite, stream: "stdout" | "stderr", lines: readonly string[]): void {
  const path = logPath(site.directory, stream);
  Deno.mkdirSync(dirname(path), { recursive: true });
  Deno.writeTextFileSync(path, lines.map((line) => `${line}\n`).join(""));
}

browserTest("the status shows workers, queue and audit chain, and is kept up to date", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(SYSTEM);
  await page.getByRole("region", { name: "Workers" }).getByText("0 of 2 busy").waitFor();
  await page.getByRole("region", { name: "Service" }).getByText("agent-restricted").waitFor();
  await page.getByRole("region", { name: "Queue" }).getByText("No runs yet.").waitFor();
  const run = await site.run(site.repository(), 'create b.txt with "b"');
  const queue = page.getByRole("region", { name: "Queue" });
  await queue.getByRole("link", { name: 'create b.txt with "b"' }).waitFor();
  await queue.getByText("waiting").first().waitFor();
  assert.match(run.id, /^run_/);
  const { audit } = await site.operator("GET /control-plane/status");
  await page.getByRole("region", { name: "Audit chain" }).getByText(audit.headHash.slice(0, 24)).waitFor();
  await site.atPeace();
});

browserTest("the end of each log is shown and searched; its lines stay text", async () => {
  await using site = await ReviewSite.open();
  writeLog(site, "stdout", [...Array.from({ length: 500 }, (_, i) => `line ${i}`), `said ${ATTACK} \u202e`]);
  writeLog(site, "stderr", ["it broke"]);
  const page = await site.page(`${SYSTEM}?tab=logs`);
  const lines = page.getByRole("list", { name: "Log lines" });
  await lines.getByText(`said ${ATTACK}`).waitFor();
  assert.equal(await page.locator(".hidden-mark").innerText(), "U+202E");
  assert.ok(await lines.getByRole("listitem").count() < 100, "only what is in view is in the page");
  await page.getByRole("searchbox").fill("LINE 42");
  await page.getByText("11 lines").waitFor();
  await page.getByRole("searchbox").fill("");
  await page.getByRole("radio", { name: "Errors" }).click();
  await lines.getByText("it broke").waitFor();
  assert.equal(new URL(page.url()).searchParams.get("stream"), "stderr");
  assert.equal(await page.evaluate(() => "attacked" in globalThis), false);
  await site.atPeace();
});

browserTest(
  "the manifest is shown and saved; the service's own directory passes verification, another one shows its errors",
  async () => {
    await using site = await ReviewSite.open();
    await site.run(site.repository(), 'create b.txt with "b"');
    const page = await site.page(`${SYSTEM}?tab=backup`);
    await page.getByRole("region", { name: "Files of a backup" }).getByRole("row").nth(1).waitFor();
    const downloading = page.waitForEvent("download");
    await page.getByRole("button", { name: "Save as a file" }).click();
    const saved = JSON.parse(await downloadedText(await downloading));
    assert.equal(saved.format, "agent-harness/backup-manifest");

    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await page.getByText("The directory is intact: every check passed").waitFor();
    await page.getByRole("textbox", { name: "Directory" }).fill("relative");
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await page.getByRole("alert").getByText('directory is "relative". It must be').waitFor();
    await page.getByRole("textbox", { name: "Directory" }).fill(site.repository().root);
    await page.getByRole("button", { name: "Verify", exact: true }).click();
    await page.getByRole("alert").getByText(/Do not use this directory/).waitFor();
    assert.deepEqual(site.complaints.filter((each) => !each.includes("400")), []);
  },
);

browserTest(
  "the backups are listed as they are taken, with what a chain needs and what is still in it",
  async () => {
    await using site = await ReviewSite.open();
    const page = await site.page(`${SYSTEM}?tab=backup`);
    const panel = page.getByRole("region", { name: "Backups", exact: true });
    await panel.getByText("None yet.").waitFor();
    const first = await site.operator("POST /control-plane/backups");
    const rows = panel.getByRole("row");
    await rows.filter({ hasText: "nothing else" }).filter({ hasText: "completed" }).waitFor();
    assert.equal(await panel.getByText("what was erased later").count(), 0);
    await site.operator("POST /control-plane/backups", { body: { after: first.id } });
    await rows.filter({ hasText: "1 older backup" }).filter({ hasText: "completed" }).waitFor();
    await panel.getByText(/needs 1 older backup, .*still contain what was erased later/).waitFor();
    assert.deepEqual(await violationsOf(page, { narrow: true }), []);
    await site.atPeace();
  },
);

browserTest(
  "the access table has every operation of the contract and is filtered by the address",
  async () => {
    await using site = await ReviewSite.open();
    const { operations } = await site.operator("GET /agent-client/contract");
    const page = await site.page(`${SYSTEM}?tab=access`);
    const rows = page.getByRole("region", { name: "All operations" }).locator("tbody tr");
    await rows.first().waitFor();
    assert.equal(await rows.count(), operations.length);
    await page.getByLabel("Class").selectOption("human-only");
    await page.waitForURL("**&class=human-only");
    const human = operations.filter(({ classification }) => classification === "human-only").length;
    assert.equal(await rows.count(), human);
    await page.getByRole("searchbox").fill("approve");
    await page.waitForURL("**&q=approve");
    await page.getByText("/approvals/:id/approve").waitFor();
    await page.reload();
    await page.getByText("/approvals/:id/approve").waitFor();
    assert.ok(await rows.count() < human);
    await site.atPeace();
  },
);

browserTest("the tabs are navigated by keyboard", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page("/dashboard");
  await page.getByRole("heading", { level: 1 }).waitFor();
  await page.keyboard.press("g");
  await page.keyboard.press("s");
  await page.getByRole("heading", { level: 1, name: "System" }).waitFor();
  await page.getByRole("tab", { name: "Status" }).focus();
  await page.keyboard.press("ArrowLeft");
  await page.getByRole("heading", { name: "Agent contract" }).waitFor();
  assert.equal(await page.getByRole("tab", { name: "Access" }).getAttribute("aria-selected"), "true");
  await site.atPeace();
});

browserTest("axe-core finds no violations in the system page, in any theme, wide and narrow", async () => {
  await using site = await ReviewSite.open();
  writeLog(site, "stdout", ["one", "two"]);
  await site.run(site.repository(), 'create b.txt with "b"');
  const page = await site.page(SYSTEM);
  const look = async (tab: string) => assert.deepEqual(await violationsOf(page, { narrow: true }), [], tab);
  await page.getByRole("heading", { name: "Audit chain", exact: true }).waitFor();
  await look("Status");
  await page.getByRole("tab", { name: "Backup" }).click();
  await page.getByRole("heading", { name: "Backup manifest", exact: true }).waitFor();
  await page.getByRole("button", { name: "Verify", exact: true }).click();
  await page.getByText("The directory is intact").waitFor();
  await look("Backup");
  await page.getByRole("tab", { name: "Access" }).click();
  await page.getByRole("heading", { name: "Operations", exact: true }).waitFor();
  await look("Access");
  await page.getByRole("tab", { name: "Logs" }).click();
  await page.getByText("two", { exact: true }).waitFor();
  await look("Logs");
  await site.atPeace();
});
