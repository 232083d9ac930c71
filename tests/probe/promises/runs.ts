import assert from "node:assert/strict";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";
import { waitingRun } from "../scenes.ts";

/** A view of a waiting run. */
const view = (
  page: "interface" | "semantics",
  says: string,
  shows: (payload: Payload, run: Payload, probe: Prober) => unknown,
) => [
  promised(page, says, async ({ call }, probe) => {
    const run = await waitingRun(probe);
    await shows(await call({ params: { id: run.id } }), run, probe);
  }),
];

const request = (probe: Prober, more: Record<string, unknown> = {}) => ({
  request: `create ${crypto.randomUUID()}.md with "x"`,
  repoPath: probe.repository.root,
  ...more,
});

const created = promised(
  "semantics",
  "A run object has at least `id`, `status`, `request`, `repoPath`, `createdAt`, `updatedAt`.",
  async ({ call, refused }, probe) => {
    const body = request(probe);
    const run = await call({ body });
    for (const name of ["id", "status", "request", "repoPath", "createdAt", "updatedAt"]) {
      assert.ok(run[name], name);
    }
    assert.deepEqual([run.request, run.repoPath], [body.request, body.repoPath]);
    for (const wrong of [{ repoPath: "/nowhere/at/all" }, { request: "" }]) {
      await refused(400, { body: { ...body, ...wrong } });
    }
  },
);

export default {
  "POST /coordinator/runs": [created],
  "POST /runs": [
    created,
    promised(
      "semantics",
      "`POST /runs` takes the same plus `workflowTemplateId` or `workflowId` and `inputs`.",
      async ({ call, refused }, probe) => {
        assert.ok((await call({ body: request(probe, { workflowTemplateId: "sequential" }) })).id);
        await refused(400, { body: request(probe, { workflowTemplateId: "no-such-template" }) });
      },
    ),
  ],
  "GET /runs": [
    promised("interface", "Active runs.", async ({ call }, probe) => {
      const run = await waitingRun(probe);
      assert.ok((await call()).some(({ id }: Payload) => id === run.id));
    }),
    promised("semantics", "Lists without a cursor are newest first, ties by id.", async ({ call }, probe) => {
      await waitingRun(probe);
      const ids = (await call()).map(({ id }: Payload) => id);
      assert.deepEqual(ids, ids.toSorted().toReversed());
      assert.deepEqual((await call({ query: { limit: "1", offset: "1" } })).map(({ id }: Payload) => id), [
        ids[1],
      ]);
    }),
  ],
  "GET /runs/:id": [
    promised("interface", "State, jobs, tasks, approvals, traces, summary.", async ({ call }, probe) => {
      const run = await call({ params: { id: (await waitingRun(probe)).id } });
      for (const name of ["status", "jobs", "tasks", "approvals", "traces", "summary"]) {
        assert.ok(name in run, name);
      }
    }),
    promised(
      "semantics",
      "`waiting` carries `waitingFor: { kind: approval|input|auth|dependency|time|budget, id, since, expiresAt?, defaultAction? }`.",
      async ({ call }, probe) => {
        const { status, waitingFor } = await call({ params: { id: (await waitingRun(probe)).id } });
        assert.deepEqual([status, waitingFor.kind], ["waiting", "approval"]);
        assert.ok(waitingFor.id && waitingFor.since && waitingFor.expiresAt);
      },
    ),
    promised(
      "semantics",
      "Every run that is not terminal answers `nextMove: { owner: worker|human|schedule|dependency, what, by? }`",
      async ({ call }, probe) => {
        assert.equal((await call({ params: { id: (await waitingRun(probe)).id } })).nextMove.owner, "human");
      },
    ),
  ],
  "GET /runs/:id/workspace": view(
    "interface",
    "run metadata, run summary, delegation plan, task-session details, approvals, evaluations, latest coordinator report, grouped artifact index, audit summary counts.",
    (shown, run) => {
      assert.equal(shown.run.id, run.id);
      for (const name of ["delegationPlan", "approvals", "evaluations"]) assert.ok(name in shown, name);
    },
  ),
  "GET /runs/:id/artifact-index": view(
    "interface",
    "artifact path, purpose, preview type, label, summary, size, SHA-256 hash, producing task/session references, related approvals, related evaluations.",
    async ({ items }, run, probe) => {
      const sessions = run.tasks.map(({ id }: Payload) => id);
      for (const { path, purpose, previewType, label, summary, size, sha256, producer } of items) {
        assert.ok(path && purpose && previewType && label && summary);
        const content = await probe.call("GET /runs/:id/artifact-file", {
          params: { id: run.id },
          query: { path },
        });
        const bytes = new TextEncoder().encode(content);
        assert.equal(bytes.length, size, path);
        assert.equal(new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex(), sha256, path);
        assert.equal(producer.runId, run.id);
        assert.ok(producer.taskSessionId === null || sessions.includes(producer.taskSessionId));
      }
      const related = (name: string) => items.flatMap((item: Payload) => item[name]);
      assert.ok(related("relatedApprovals").includes(run.approvals[0].id));
      assert.ok(related("relatedEvaluations").length > 0);
    },
  ),
  "GET /runs/:id/delegation-plan": view(
    "interface",
    "A coordinator-led run carries a delegation plan and planned task sessions",
    (plan) => assert.ok(JSON.stringify(plan).includes("waiting.md")),
  ),
  "GET /runs/:id/task-sessions": view(
    "semantics",
    "`planned | blocked | queued | running | waiting | stopping | completed | failed | cancelled | skipped`",
    (sessions) => assert.deepEqual(sessions.map(({ status }: Payload) => status), ["completed"]),
  ),
} satisfies PromisesOf;
