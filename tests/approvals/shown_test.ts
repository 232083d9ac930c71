import assert from "node:assert/strict";
import { seenPathsWords } from "../../client/seen.ts";
import { verifyAudit } from "../../services/execution/run_views/proof/verify_audit.ts";
import { REVIEWED, TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { runToRest } from "../runs/scenario.ts";

const BY_PAGE = { by: "page", files: { seen: 1, of: 2, paths: ["c.txt"] } } as const;
const REQUEST = 'create b.txt with "b"\ncreate c.txt with "c"';

Deno.test("what was shown is recorded with the decision, in its event and its sentence; a repeat may show something else", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const run = await runToRest(h, repository, { request: REQUEST });
  const params = { id: pendingOf(run).id };
  const approve = (shown: object) =>
    h.operator("POST /approvals/:id/approve", { params, body: { ...REVIEWED, ...shown } });
  const events = await h.eventsOf(async () => void await approve({ shown: BY_PAGE }));
  const approved = events.find(({ type }) => type === "approval.approved")!;
  assert.deepEqual((approved.data as { shown: unknown }).shown, BY_PAGE);
  const { relatedTraceEvents: told } = await h.operator("GET /approvals/:id", { params });
  assert.ok(told.some(({ summary }) => summary === "Approved by a human who saw 1 of 2 files."));
  const runs = { params: { id: run.id } };
  const { approvalEvidence } = await h.operator("GET /runs/:id/audit-view", runs);
  assert.deepEqual(approvalEvidence.map(({ shown }) => shown), [BY_PAGE]);
  const { decided } = verifyAudit(await h.operator("GET /runs/:id/audit", runs));
  assert.deepEqual(decided?.map(({ id, decision }) => [id, decision.shown]), [[params.id, BY_PAGE]]);
  const before = h.store.head;
  for (const shown of [{}, { shown: { by: "command" } }, { shown: BY_PAGE }]) {
    assert.deepEqual((await approve(shown)).decision?.shown, BY_PAGE);
  }
  assert.equal(h.store.head, before, "a repeat records nothing");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a decision that does not say what was shown is recorded as not shown by this service; the screen and the command say it was they", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  for (const verb of ["approve", "reject"] as const) {
    const run = await runToRest(h, repository, { request: `create ${verb}.txt with "b"` });
    const params = { id: pendingOf(run).id };
    const { decision } = await h.operator(`POST /approvals/:id/${verb}`, { params, body: REVIEWED });
    assert.deepEqual(decision?.shown, { by: "other" });
  }
  for (const by of ["screen", "command"] as const) {
    const run = await runToRest(h, repository, { request: `create ${by}.txt with "b"` });
    const body = { ...REVIEWED, shown: { by } };
    const { decision } = await h.operator("POST /approvals/:id/reject", {
      params: { id: pendingOf(run).id },
      body,
    });
    assert.deepEqual(decision?.shown, { by });
  }
  const run = await runToRest(h, repository, { request: `${REQUEST}\ncreate d.txt with "d"` });
  const shown = { by: "screen" as const, files: { seen: 2, of: 3, paths: ["b.txt", "d.txt"] } };
  const { decision } = await h.operator("POST /approvals/:id/reject", {
    params: { id: pendingOf(run).id },
    body: { ...REVIEWED, shown },
  });
  assert.deepEqual(decision?.shown, shown);
});

Deno.test("what was shown has to be of this checkpoint: other counts, and what nobody can have seen, are refused", async () => {
  using repository = TestRepository.make();
  await using h = await harness({ workers: 1 });
  const { id } = pendingOf(await runToRest(h, repository, { request: REQUEST }));
  const before = h.store.head;
  for (
    const [shown, says] of [
      [{ by: "page", files: { seen: 1, of: 3 } }, /shown\.files\.of is 3, but this checkpoint has 2 files/],
      [{ by: "page", files: { seen: 3, of: 2 } }, /seen is at most of/],
      [
        { by: "page", files: { seen: 1, of: 2, paths: ["b.txt", "c.txt"] } },
        /paths are at most as many as seen/,
      ],
      [{ by: "page", files: { seen: 1, of: 2, paths: ["a.txt", ""] } }, /paths/],
      [{ by: "page", files: { seen: -1, of: 2 } }, /shown/],
      [{ by: "other" }, /shown/],
    ] as const
  ) {
    for (const verb of ["approve", "reject"]) {
      const { status, body } = await h.json("POST", `/approvals/${id}/${verb}`, { ...REVIEWED, shown });
      assert.equal(status, 400);
      assert.match(body.error, says);
    }
  }
  assert.equal(h.store.head, before);
  assert.equal(
    (await h.json("POST", `/approvals/${id}/approve`, { ...REVIEWED, shown: BY_PAGE }, "agent-token")).status,
    403,
  );
});

Deno.test("a decision names the files that were seen; one from before names none and says so", () => {
  const files = { seen: 3, of: 4, paths: ["a.txt", "b.txt"] };
  assert.equal(seenPathsWords({ by: "page", files }), "Seen: a.txt, b.txt, and 1 more file.");
  assert.equal(
    seenPathsWords({ by: "page", files: { seen: 1, of: 2 } }),
    "Which files were seen was not recorded.",
  );
  for (
    const shown of [undefined, { by: "other" as const }, {
      by: "page" as const,
      files: { seen: 0, of: 2, paths: [] },
    }]
  ) {
    assert.equal(seenPathsWords(shown), null);
  }
});
