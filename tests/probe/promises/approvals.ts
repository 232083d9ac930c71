import assert from "node:assert/strict";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload } from "../prober.ts";
import { REVIEWED } from "../../git.ts";
import { waitingRun } from "../scenes.ts";

export default {
  "GET /approvals/queue": [
    promised(
      "semantics",
      "Snapshots that list things are objects with `items` (newest or most urgent first) and `counts`.",
      async ({ call }, probe) => {
        await waitingRun(probe);
        await probe.once("a command to admit", () => probe.settledRun('create second.md with "x"'));
        const { items, counts } = await call();
        assert.ok(counts.pending >= 2);
        const ends = items.map(({ approval }: Payload) => approval.expiresAt);
        assert.deepEqual(ends, ends.toSorted());
        const page = await call({ query: { limit: "1", offset: "1" } });
        assert.deepEqual(page.items.map(({ id }: Payload) => id), [items[1].id]);
      },
    ),
    promised(
      "interface",
      "approval checkpoint, run context, task-session context, evidence artifact references, hash evidence, related trace events, coordinator authority, recommended action.",
      async ({ call }, probe) => {
        const run = await waitingRun(probe);
        const item = (await call()).items.find((each: Payload) => each.run?.id === run.id);
        assert.ok(item.hashEvidence.items.length > 0 && item.relatedTraceEvents.length > 0);
        assert.ok(["approve", "reject", "inspect"].includes(item.recommendedAction));
      },
    ),
  ],
  "POST /approvals/:id/approve": [
    promised(
      "semantics",
      "`repo-write` and `external-write` approval without all three flags: 400 naming those missing.",
      async ({ call, refused }, probe) => {
        const name = `${crypto.randomUUID()}.md`;
        const run = await probe.settledRun(`create ${name} with "x"`);
        const params = { id: run.approvals[0].id };
        assert.match(
          await refused(400, { params, body: { ...REVIEWED, reviewedHashes: false } }),
          /reviewedHashes/,
        );
        await refused(400, { params, body: { ...REVIEWED, actorType: undefined } });
        await refused(403, { params, body: { ...REVIEWED, actorType: "coordinator" } });
        assert.equal(probe.repository.exists(name), false);
        assert.equal((await call({ params, body: REVIEWED })).status, "approved");
        await probe.until(
          () => probe.call("GET /runs/:id", { params: { id: run.id } }),
          ({ status }) => status === "completed",
        );
        assert.equal(probe.repository.read(name), "x");
      },
    ),
    promised(
      "semantics",
      "the same decision again is 200 with the same body, a different one is 400 naming the recorded one.",
      async ({ call }, probe) => {
        const run = await probe.settledRun(`create ${crypto.randomUUID()}.md with "x"`);
        const params = { id: run.approvals[0].id };
        const { decision } = await call({ params, body: REVIEWED });
        await probe.restOf(run.id);
        assert.deepEqual((await call({ params, body: REVIEWED })).decision, decision);
        assert.match(
          await probe.row("POST /approvals/:id/reject").refused(400, { params, body: REVIEWED }),
          /approved/,
        );
      },
    ),
  ],
  "POST /approvals/:id/reject": [
    promised(
      "semantics",
      "`rejected` may carry `disposition: rework | abandon`; rework goes back to the worker with the note as guidance.",
      async ({ call }, probe) => {
        const run = await probe.settledRun('create rejected.md with "x"');
        const params = { id: run.approvals[0].id };
        const body = { ...REVIEWED, disposition: "abandon", reviewerNote: "no" };
        assert.equal((await call({ params, body })).status, "rejected");
        const { status, statusReason } = await probe.restOf(run.id);
        assert.deepEqual([status, statusReason], ["failed", "approval_rejected"]);
        assert.equal(probe.repository.exists("rejected.md"), false);
      },
    ),
  ],
} satisfies PromisesOf;
