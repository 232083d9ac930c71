import assert from "node:assert/strict";
import { join } from "node:path";
import { requestReview } from "../../services/control/approvals/request.ts";
import { withdrawReview } from "../../services/control/approvals/withdraw_review.ts";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { TestRepository } from "../git.ts";
import { Harness, harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { Conversation } from "../coordinator/conversation.ts";
import { programFile } from "../programs.ts";
import { runToRest } from "../runs/scenario.ts";
import { temporaryDirectory } from "../temporary.ts";
import { askToSend, type LetterPoint, letters, REVIEWED } from "./letters.ts";

const POINTS: readonly LetterPoint[] = ["approved", "before", "written", "applied"];

/** The lines of a file of the mailbox; none where there is no such file. */
function linesOf(mailbox: string, name: string): string[] {
  try {
    return Deno.readTextFileSync(join(mailbox, name)).split("\n").filter(Boolean);
  } catch {
    return [];
  }
}

const approve = (h: Harness, id: string) =>
  h.operator("POST /approvals/:id/approve", { params: { id }, body: REVIEWED });

Deno.test("an external write of another domain is reviewed, approved with all three flags, and done once", async () => {
  const mailbox = temporaryDirectory();
  await using h = await harness({ subjects: [letters(mailbox)] });
  const id = await askToSend(h);
  const [item] = (await h.operator("GET /approvals/queue")).items;
  assert.equal(item?.id, id);
  assert.deepEqual(item.approval.subject, { kind: "letter", id: "letter_1" });
  assert.equal(item.run, null);
  assert.match(item.ifIgnored, /Nothing is done then\.$/);
  assert.deepEqual((await h.agent("GET /approvals/queue")).items, []);
  const read = await h.operator("GET /approvals/:id/evidence", {
    params: { id },
    query: { evidenceId: "letter" },
  });
  assert.deepEqual([read.content, read.truncated], ["Dear reader", false]);
  const hasty = await h.json("POST", `/approvals/${id}/approve`, { actorType: "human" });
  assert.deepEqual([hasty.status, linesOf(mailbox, "deliveries")], [400, []]);

  const events = await h.eventsOf(async () => assert.equal((await approve(h, id)).application, "applied"));
  assert.deepEqual(events.map(({ type }) => type), [
    "approval.approved",
    "approval.apply_started",
    "approval.applied",
  ]);
  assert.equal((await approve(h, id)).application, "applied");
  assert.deepEqual(linesOf(mailbox, "deliveries"), [id]);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("the agent's token reads no approval of a subject that is not for it, and pages through the others", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1, subjects: [letters(temporaryDirectory())] });
  const hidden = [await askToSend(h), await askToSend(h, "letter_2")];
  const shown = pendingOf(await runToRest(h, repository, { request: 'create new.txt with "x"' })).id;
  const { items } = await h.agent("GET /approvals/queue", { query: { limit: 1 } });
  assert.deepEqual(items.map(({ id }) => id), [shown]);
  const { pendingApprovals, needsMe } = await h.agent("GET /coordinator/command-center");
  assert.deepEqual([pendingApprovals, needsMe].map((list) => list.map(({ id }) => id)), [[shown], [shown]]);
  const inboxOf = async (client: Harness["operator"]) => {
    const { items, counts, unreadByCategory } = await client("GET /notifications");
    const about = items.filter(({ category }) => category === "approval").flatMap((one) =>
      one.sourceRecordIds
    );
    assert.deepEqual([counts.unread, unreadByCategory.approval], [items.length, about.length]);
    return about.toSorted();
  };
  assert.deepEqual(await inboxOf(h.agent), [shown]);
  assert.deepEqual(await inboxOf(h.operator), [...hidden, shown].toSorted(), "the control");
  const all = await h.operator("GET /coordinator/command-center");
  assert.deepEqual(all.pendingApprovals.map(({ id }) => id), [...hidden, shown]);
});

Deno.test("an external write that is stale, breaks, is rejected, expires or is taken back writes nothing", async () => {
  const mailbox = temporaryDirectory();
  let days = 0;
  const now = () => new Date(Date.now() + days * 24 * 60 * 60 * 1000);
  await using h = await harness({ subjects: [letters(mailbox)], now });
  const outcomes: unknown[] = [];
  for (const name of ["moved", "broken"]) {
    await Deno.writeTextFile(join(mailbox, name), "");
    const { application, applicationDetail } = await approve(h, await askToSend(h));
    outcomes.push([application, applicationDetail]);
    await Deno.remove(join(mailbox, name));
  }
  assert.deepEqual(outcomes, [
    ["stale", "The mailbox has moved."],
    ["failed", "It is unknown whether it was done. The mailbox is broken."],
  ]);
  const torn = await askToSend(h, "letter_torn");
  await assert.rejects(approve(h, torn), /The letter is torn/);
  const rejected = await askToSend(h);
  const body = { actorType: "human" as const, reviewerNote: "No." };
  await h.operator("POST /approvals/:id/reject", { params: { id: rejected }, body });
  assert.deepEqual(linesOf(mailbox, "rejected"), [`${rejected} No.`]);
  const withdrawn = await askToSend(h);
  const ctx = contextFor(h.service, "operator");
  assert.deepEqual([1, 2].map(() => withdrawReview(ctx, withdrawn, "Never mind.")), [true, false]);
  await ctx.settled();
  const expired = await askToSend(h);
  days = 31;
  await h.composition.maintenance.runOnce();
  const ended = linesOf(mailbox, "ended").map((line) => line.split(" ")[0]);
  assert.deepEqual(ended.toSorted(), [torn, withdrawn, expired].toSorted());
  const shown = async (id: string) => (await h.operator("GET /approvals/:id", { params: { id } })).approval;
  assert.equal((await shown(rejected)).status, "rejected");
  const told = await Promise.all([withdrawn, expired].map(shown));
  assert.deepEqual(told.map(({ status }) => status), ["cancelled", "expired"]);
  assert.equal(told[0]!.applicationDetail, "Never mind.");
  assert.match(told[1]!.applicationDetail!, /^It was not decided by /);
  assert.deepEqual(linesOf(mailbox, "deliveries"), []);
});

Deno.test("a review is refused where nobody would apply it, or its evidence names no artifact", async () => {
  await using h = await harness({ subjects: [letters(temporaryDirectory())] });
  const ctx = contextFor(h.service, "operator");
  const asked = {
    subject: { kind: "letter", id: "letter_1" },
    policyClass: "external-write" as const,
    risk: "low" as const,
    recommendedAction: "inspect" as const,
    reasons: [],
    title: "Send",
    summary: "",
    evidence: [],
  };
  assert.throws(() => requestReview(ctx, asked), /needs an external-write-artifact/);
  assert.throws(
    () => requestReview(ctx, { ...asked, policyClass: "secret-use" }),
    /Nothing can apply secret-use to a letter/,
  );
  assert.throws(
    () => requestReview(ctx, { ...asked, subject: { kind: "parcel", id: "1" } }),
    /Nothing can apply external-write to a parcel/,
  );
});

for (const point of POINTS) {
  Deno.test(`kill -9 at "${point}": after a restart the letter is delivered exactly once`, async () => {
    const [directory, mailbox] = [temporaryDirectory(), temporaryDirectory()];
    const before = await Harness.open({}, directory);
    await before.close();
    const first = await Harness.open({ subjects: [letters(mailbox)] }, directory);
    const id = await askToSend(first);
    await first.close();
    const program = programFile("tests/approvals/letter_process.ts");
    const { signal } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--quiet", "--cached-only", program, directory, mailbox, id, point],
      stdout: "null",
      stderr: "inherit",
    }).output();
    assert.equal(signal, "SIGKILL");
    await using h = await Harness.open({ subjects: [letters(mailbox)] }, directory);
    assert.equal((await approve(h, id)).application, "applied");
    assert.deepEqual(linesOf(mailbox, "deliveries"), [id]);
    assert.deepEqual(h.rebuildDifferences(), []);
  });
}

Deno.test("the coordinator names what an approval is about that is about no run", async () => {
  await using h = await harness({ subjects: [letters(temporaryDirectory())] });
  const id = await askToSend(h);
  const talk = await Conversation.begin(h);
  assert.ok((await talk.say("what needs me")).reply.includes(`${id} (external-write) of letter_1 by `));
  assert.ok((await talk.say("list approvals")).reply.includes(`${id} of letter_1: external-write`));
});
