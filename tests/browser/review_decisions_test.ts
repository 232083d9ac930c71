import assert from "node:assert/strict";
import { join } from "node:path";
import { REVIEWED } from "../git.ts";
import { browserTest } from "./chromium.ts";
import { approveButton, confirmAll, lineOf } from "./review_parts.ts";
import { pendingId, reviewPath, ReviewSite } from "./review_site.ts";

browserTest(
  "line comments and the note are sent as one rework note, and the page opens the resulting checkpoint",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository({ "a.txt": "one\ntwo\n" });
    const run = await site.run(repository, 'replace "two" with "2" in a.txt\ncreate b.txt with "b\\n"');
    const page = await site.page(reviewPath(run));
    const rework = page.getByRole("button", { name: "Ask for rework" });
    assert.equal(await rework.isDisabled(), true, "a worker needs words to go by");

    await lineOf(page, "2").click();
    await page.keyboard.press("c");
    await page.getByLabel("Comment on line 2").fill("Why a digit?");
    await page.keyboard.press("Control+Enter");
    await lineOf(page, "two").click();
    await page.keyboard.press("c");
    await page.getByRole("textbox", { name: "Comment on line 2" }).fill("never sent");
    await page.keyboard.press("Escape");
    await page.getByRole("textbox", { name: "Note" }).fill("Please look again.");
    await rework.click();
    await page.getByRole("heading", { name: "Sent back for rework" }).waitFor();

    const waiting = await site.settled(run.id);
    const decided = waiting.approvals.find(({ id }) => id === pendingId(run))!.decision!;
    assert.equal(decided.disposition, "rework");
    assert.equal(decided.reviewerNote, "Please look again.\n\na.txt, line 2:\n> 2\nWhy a digit?");
    const remark = { path: "a.txt", side: "after", line: 2, quote: "2", body: "Why a digit?" };
    assert.deepEqual(decided.remarks, [remark]);
    await site.atPeace();
  },
);

browserTest(
  "rework that the worker understands creates a next checkpoint, which is offered at once",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    const run = await site.run(repository, 'create b.txt with "b"');
    const page = await site.page(reviewPath(run));
    await page.getByLabel("Note").fill('replace "b" with "better" in b.txt');
    await page.getByRole("button", { name: "Ask for rework" }).click();
    await lineOf(page, "better").waitFor();
    await confirmAll(page);
    await approveButton(page).click();
    await page.getByRole("heading", { name: "Applied", exact: true }).waitFor();
    assert.equal(repository.read("b.txt"), "better");
    await site.atPeace();
  },
);

browserTest("rejecting needs a confirmation, ends the run and writes nothing", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const run = await site.run(repository, 'create b.txt with "b"');
  const page = await site.page(reviewPath(run));
  await page.getByLabel("Note").fill("Not needed.");
  await page.getByRole("button", { name: "Reject …" }).click();
  await page.getByRole("button", { name: "Go back" }).click();
  await page.getByRole("button", { name: "Reject …" }).click();
  await page.getByRole("button", { name: "Reject and end the run" }).click();
  await page.getByRole("heading", { name: "Rejected", exact: true }).waitFor();
  const ended = await site.settled(run.id);
  assert.equal(ended.statusReason, "approval_rejected");
  assert.equal(ended.approvals[0]!.decision!.reviewerNote, "Not needed.");
  assert.equal(repository.exists("b.txt"), false);
  // The reader's own no is no fault of the run.
  await page.getByRole("link", { name: "Open the run" }).first().click();
  await page.locator(".page-head .badge:not(.tone-bad)", { hasText: "rejected" }).waitFor();
  assert.equal(await page.locator(".banner-bad").count(), 0);
  assert.equal(await page.getByText(/\bfailed\b/i).count(), 0);
  await site.atPeace();
});

browserTest(
  "a checkpoint that was decided elsewhere says so at once and cannot be decided again",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    const run = await site.run(repository, 'create b.txt with "b"');
    const page = await site.page(reviewPath(run));
    await lineOf(page, "b").waitFor();
    await confirmAll(page);
    assert.equal(await approveButton(page).isDisabled(), false);
    await site.operator("POST /runs/:id/cancel", { params: { id: run.id } });
    await page.getByRole("heading", { name: "This checkpoint was cancelled" }).waitFor();
    assert.equal(await approveButton(page).count(), 0);
    await page.getByRole("region", { name: "Decision", exact: true }).getByText("cancelled with its run")
      .waitFor();
    assert.equal(await page.getByRole("button", { name: "Reject …" }).count(), 0);
    await site.atPeace();
  },
);

browserTest(
  "drift is shown before the decision, and approving it from the page decides nothing; once approved, it is listed",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository({ "a.txt": "hello\n" });
    const run = await site.run(repository, 'replace "hello" with "hi" in a.txt');
    repository.write({ "a.txt": "hello, edited\n" });
    const page = await site.page(reviewPath(run));
    await page.getByRole("heading", { name: "1 touched file has changed since the work started" }).waitFor();
    await confirmAll(page);
    await approveButton(page).click();
    await page.getByText(/^Nothing was decided: approving would write nothing\. Undo what was changed/)
      .waitFor();
    await site.operator("POST /approvals/:id/approve", { params: { id: pendingId(run) }, body: REVIEWED });
    await page.getByRole("heading", { name: "Approved, but nothing was written" }).waitFor();
    await page.locator(".banner-bad").getByText(/in 1 path that it changes: a\.txt/).waitFor();
    assert.equal(repository.read("a.txt"), "hello, edited\n");
    await site.atPeace();
  },
);

browserTest("a patch that does not match its hash cannot be approved", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const run = await site.run(repository, 'create b.txt with "b"');
  const evidence = run.approvals[0]!.evidence[0]!;
  const { sha256 } = evidence;
  const artifact = site.service.service.artifacts.path(sha256);
  await Deno.chmod(artifact, 0o644);
  await Deno.writeTextFile(artifact, "diff --git a/b.txt b/b.txt\n");
  const page = await site.page(reviewPath(run));
  await page.getByRole("alert").getByText(/The patch could not be read/).waitFor();
  await confirmAll(page);
  assert.equal(await approveButton(page).isDisabled(), true);
  assert.match(await page.locator("#approve-blockers").innerText(), /The patch could not be read/);
  assert.deepEqual(site.complaints.filter((each) => !each.includes("500")), []);
});

browserTest(
  "an agent's command is shown in full and allowed without the confirmations of a write",
  async () => {
    await using site = await ReviewSite.open();
    const repository = site.repository();
    await site.run(repository, 'create by-hand.txt with "x"');
    const run = await site.run(repository, "run echo made > made.txt", { as: "agent" });
    const page = await site.page(reviewPath(run));
    await page.getByRole("region", { name: /command/ }).getByText("echo made > made.txt").waitFor();
    assert.equal(await page.getByRole("checkbox", { name: /I reviewed/ }).count(), 0);
    await page.getByRole("button", { name: "Allow these commands" }).click();
    await page.getByRole("heading", { name: "Approved", exact: true }).waitFor();
    const after = await site.settled(run.id);
    assert.equal(after.approvals.find(({ status }) => status === "pending")?.policyClass, "repo-write");
    await site.atPeace();
  },
);

browserTest("an agent's first use of a repository shows its request word for word", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const run = await site.run(repository, 'create b.txt with "b"', { as: "agent" });
  const page = await site.page(reviewPath(run));
  await page.getByRole("region", { name: /request, word for word/ }).getByText('create b.txt with "b"')
    .waitFor();
  await page.getByRole("button", { name: "Allow this repository" }).click();
  await page.getByRole("heading", { name: "Approved", exact: true }).waitFor();
  assert.equal(await Deno.stat(join(repository.root, "b.txt")).then(() => true, () => false), false);
  await site.atPeace();
});

browserTest("the queue is updated without a reload", async () => {
  await using site = await ReviewSite.open();
  const repository = site.repository();
  const page = await site.page("/dashboard/approvals");
  await page.getByRole("heading", { name: "Nothing to review" }).waitFor();
  const run = await site.run(repository, 'create b.txt with "b"');
  await page.getByText("1 checkpoint is waiting for your decision").waitFor();
  await site.operator("POST /approvals/:id/approve", { params: { id: pendingId(run) }, body: REVIEWED });
  await page.getByRole("heading", { name: "Nothing to review" }).waitFor();
  await site.atPeace();
});

browserTest("why a rejection was refused is not hidden behind its question", async () => {
  await using site = await ReviewSite.open();
  const run = await site.run(site.repository(), 'create b.txt with "b"');
  const page = await site.page(reviewPath(run));
  await page.route("**/reject", (route) => route.abort());
  await page.getByRole("button", { name: "Reject …" }).click();
  await page.getByRole("button", { name: "Reject and end the run" }).click();
  await page.getByRole("alert").getByText("The service does not answer.").click({ trial: true });
  assert.equal(await page.getByRole("dialog").count(), 0);
  assert.deepEqual(site.complaints.filter((each) => !each.includes("ERR_FAILED")), []);
});
