/// <reference lib="dom" />
import assert from "node:assert/strict";
import { violationsOf } from "./axe.ts";
import { browserTest } from "./chromium.ts";
import { pendingId, ReviewSite } from "./review_site.ts";

const ATTACK = '<img src=x onerror="globalThis.attacked=1">';
const MEMORY = "/dashboard/memory";

/** Records something as the operator. */
const remember = (site: ReviewSite, content: string, more: Record<string, string> = {}) =>
  site.operator("POST /memory", {
    body: { type: "fact", scope: "global", source: { kind: "user", id: "me" }, content, ...more },
  });

/** Rejects a checkpoint with a note, which maintenance proposes as a candidate. */
async function candidate(site: ReviewSite, note: string): Promise<void> {
  const run = await site.run(site.repository(), 'create b.txt with "b"');
  await site.operator("POST /approvals/:id/reject", {
    params: { id: pendingId(run) },
    body: { actorType: "human", disposition: "abandon", reviewerNote: note },
  });
  await site.settled(run.id);
}

browserTest(
  "a record is created, replaced and archived, and the two link to each other",
  async () => {
    await using site = await ReviewSite.open();
    const page = await site.page(MEMORY);
    await page.getByRole("heading", { name: "No records yet" }).waitFor();
    await page.getByRole("button", { name: "Add a note …" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Statement").fill("Tabs are used.");
    await dialog.getByLabel("Type").fill("decision");
    await dialog.getByRole("button", { name: "Add", exact: true }).click();
    const records = page.getByRole("list", { name: "Records" }).getByRole("listitem");
    await records.getByText("Tabs are used.").waitFor();
    await page.getByRole("button", { name: "Replace …" }).click();
    await dialog.getByLabel("Statement").fill("Spaces are used.");
    await page.keyboard.press("Control+Enter");
    await records.getByText("Spaces are used.").waitFor();
    await records.getByText("Tabs are used.").waitFor({ state: "detached" });

    await page.getByText("Replaces").getByRole("link").click();
    const old = page.locator(".card-selected");
    await old.getByText("Tabs are used.").waitFor();
    await old.getByText("Replaced by").waitFor();

    await page.getByRole("button", { name: "Archive …" }).click();
    await page.getByRole("button", { name: "Archive the record" }).click();
    await page.getByRole("button", { name: "Archive …" }).waitFor({ state: "detached" });
    const stored = await site.operator("GET /memory", { query: {} });
    assert.deepEqual(stored.map(({ content, type, status }) => [content, type, status]), [
      ["Spaces are used.", "decision", "archived"],
      ["Tabs are used.", "decision", "archived"],
    ]);
    assert.equal(stored[0]!.supersedes, stored[1]!.id);
    await site.atPeace();
  },
);

browserTest("search and filters apply to the records, are in the address and survive a reload", async () => {
  await using site = await ReviewSite.open();
  await remember(site, "The verifier is slow.", { type: "warning" });
  await remember(site, "The verifier is deno test.");
  await remember(site, "Ship on Fridays never.", { scope: "project", scopeId: "/some/where" });
  const page = await site.page(MEMORY);
  const records = page.getByRole("list", { name: "Records" }).locator("> li");
  await records.nth(2).waitFor();
  await page.getByRole("searchbox").fill("verifiers");
  await page.waitForURL("**?q=verifiers");
  await records.nth(2).waitFor({ state: "detached" });
  await page.getByLabel("Type").selectOption("warning");
  await page.waitForURL("**&type=warning");
  await records.nth(1).waitFor({ state: "detached" });
  await page.reload();
  await records.getByText("The verifier is slow.").waitFor();
  assert.equal(await records.count(), 1);
  assert.equal(await page.getByRole("searchbox").inputValue(), "verifiers");
  await page.getByRole("searchbox").fill("nothing of that kind");
  await page.getByRole("heading", { name: "No records match" }).waitFor();
  await site.atPeace();
});

browserTest("a refusal of the service is shown in the dialog, which keeps the input", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(MEMORY);
  await page.getByRole("heading", { name: "No records yet" }).waitFor();
  await page.keyboard.press("n");
  await page.getByLabel("Statement").fill("x".repeat(13_000));
  await page.getByRole("button", { name: "Add", exact: true }).click();
  await page.getByRole("alert").getByText(/12 KiB/).waitFor();
  assert.equal((await page.getByLabel("Statement").inputValue()).length, 13_000);
  assert.deepEqual(site.complaints.filter((each) => !each.includes("400")), []);
});

browserTest("a record created elsewhere appears without a reload", async () => {
  await using site = await ReviewSite.open();
  const page = await site.page(MEMORY);
  await page.getByRole("heading", { name: "No records yet" }).waitFor();
  await remember(site, "Made by another.");
  await page.getByText("Made by another.").waitFor();
  await site.atPeace();
});

browserTest("candidates are promoted and rejected by keyboard, with a reason", async () => {
  await using site = await ReviewSite.open();
  await candidate(site, "Always write a changelog entry.");
  await candidate(site, "Never touch the lock file.");
  await site.operator("POST /memory/maintenance", { body: {} });
  const page = await site.page(`${MEMORY}?tab=candidates`);
  const cards = page.getByRole("list", { name: "Candidates" }).locator("> li");
  await cards.nth(1).waitFor();
  const selected = async () => await page.locator(".card-selected .card-text").innerText();
  const promoted = await selected();
  await page.keyboard.press("p");
  await page.getByLabel("Why").fill("It is true.");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await cards.nth(1).waitFor({ state: "detached" });
  const rejected = await selected();
  await page.keyboard.press("x");
  await page.getByRole("dialog").getByRole("button", { name: "Reject", exact: true }).click();
  await page.getByRole("heading", { name: "No candidates to decide" }).waitFor();
  const decided = await site.operator("GET /memory/candidates", { query: {} });
  const statusOf = (content: string) => decided.find((each) => each.content === content);
  assert.equal(statusOf(promoted)?.decision?.reason, "It is true.");
  assert.equal(statusOf(rejected)?.status, "rejected");
  await page.getByRole("radio", { name: "promoted" }).click();
  await page.getByRole("link", { name: "the record" }).click();
  await page.locator(".card-selected").getByText(promoted).waitFor();
  await site.atPeace();
});

browserTest(
  "a review shows contradictions and duplicates, and archiving a record resolves its finding",
  async () => {
    await using site = await ReviewSite.open();
    await remember(site, "The build runs on Linux.");
    await remember(site, "The build runs on Linux.");
    const page = await site.page(`${MEMORY}?tab=reviews`);
    await page.getByRole("button", { name: "Review the records …" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Review", exact: true }).click();
    const found = page.getByRole("region", { name: "Findings" });
    await found.getByText("duplicate").first().waitFor();
    await found.getByRole("button", { name: /^Archive this one/ }).first().click();
    await found.getByText("resolved").waitFor();
    await page.getByRole("button", { name: "Run maintenance …" }).click();
    await page.getByLabel("Archive stale and expired records").check();
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("region", { name: "Maintenance is done" }).waitFor();
    await site.atPeace();
  },
);

browserTest(
  "the context preview shows the records with their costs, those left out, and the effect of leaving one out",
  async () => {
    await using site = await ReviewSite.open();
    await remember(site, "The build runs on Linux.");
    const other = await remember(site, "Deploys happen from main.", { validTo: "2020-01-01T00:00:00Z" });
    const page = await site.page(`${MEMORY}?tab=preview`);
    const given = page.getByRole("region", { name: "Given", exact: true });
    const leftOut = page.getByRole("region", { name: "Left out" });
    await given.getByText("The build runs on Linux.").waitFor();
    await leftOut.getByText("expired", { exact: true }).waitFor();
    await leftOut.getByText(other.content).waitFor();
    await page.getByRole("button", { name: "Leave out" }).click();
    await leftOut.getByText("excluded", { exact: true }).waitFor();
    await page.getByText("0 records for about 0 of 2,000 tokens").waitFor();
    await page.getByRole("button", { name: "Include again" }).click();
    await given.getByText("The build runs on Linux.").waitFor();
    await page.getByLabel("Budget in tokens").fill("0");
    await page.getByRole("button", { name: "Preview" }).click();
    await leftOut.getByText("budget", { exact: true }).waitFor();
    await site.atPeace();
  },
);

browserTest("records, candidates and previews stay text, whatever they contain", async () => {
  await using site = await ReviewSite.open();
  await remember(site, `record ${ATTACK} \u202e`, { type: "<b>x</b>" });
  await candidate(site, `note ${ATTACK}`);
  await site.operator("POST /memory/maintenance", { body: {} });
  for (const [tab, text] of [["records", "record"], ["candidates", "note"], ["preview", "record"]] as const) {
    const page = await site.page(`${MEMORY}?tab=${tab}`);
    await page.getByText(`${text} ${ATTACK}`).first().waitFor();
    assert.equal(await page.evaluate(() => "attacked" in globalThis), false);
    assert.equal(await page.locator("img").count(), 0);
    if (text === "record") assert.equal(await page.locator(".hidden-mark").first().innerText(), "U+202E");
    await page.context().close();
  }
  await site.atPeace();
});

browserTest("axe-core finds no violations in the memory, in any theme, wide and narrow", async () => {
  await using site = await ReviewSite.open();
  const first = await remember(site, "The build runs on Linux.");
  await remember(site, "The build runs on Linux.");
  await remember(site, "It runs on all systems.", { supersedes: first.id });
  await remember(site, "Old.", { validTo: "2020-01-01T00:00:00Z" });
  await candidate(site, "Always write a changelog entry.");
  await site.operator("POST /memory/maintenance", { body: {} });
  const page = await site.page(`${MEMORY}?status=any`);
  const look = async (name: string) => {
    await page.getByRole("tabpanel", { name }).getByRole("listitem").first().waitFor();
    assert.deepEqual(await violationsOf(page, { narrow: true }), [], name);
  };
  await look("Records");
  await page.getByRole("button", { name: "Replace …" }).first().click();
  assert.deepEqual(await violationsOf(page), [], "the dialog");
  await page.keyboard.press("Escape");
  for (const name of ["Candidates", "Reviews", "Context preview"]) {
    await page.getByRole("tab", { name }).click();
    await look(name);
  }
  await site.atPeace();
});

browserTest("a link to a record leads to it, however many are newer", async () => {
  await using site = await ReviewSite.open();
  const { id } = await remember(site, "The oldest one.");
  for (let i = 0; i < 110; i++) await remember(site, `Statement ${i}.`);
  const page = await site.page(`${MEMORY}?status=any&record=${id}`);
  await page.locator(".card-selected").getByText("The oldest one.").waitFor();
  await site.atPeace();
});
