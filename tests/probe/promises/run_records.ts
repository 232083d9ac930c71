import assert from "node:assert/strict";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload } from "../prober.ts";
import { stuckRun, waitingRun } from "../scenes.ts";

const view = (says: string, shows: (payload: Payload, run: Payload) => unknown) => [
  promised("interface", says, async ({ call }, probe) => {
    const run = await waitingRun(probe);
    await shows(await call({ params: { id: run.id } }), run);
  }),
];

/** A move of the card of a failed task. */
const card = (verb: string, says: string, column: (card: string) => boolean) => [
  promised("semantics", says, async ({ call }, probe) => {
    const run = await stuckRun(probe, verb);
    const [{ id, taskId }] = run.tasks;
    await call({ params: { id: run.id, taskId }, body: { reason: "because" } });
    const session = await probe.call("GET /task-sessions/:id", { params: { id } });
    assert.deepEqual(session.lastAction && [session.lastAction.kind, session.lastAction.reason], [
      verb,
      "because",
    ]);
    assert.ok(column(session.card), session.card);
  }),
];

const ACTION = "`lastAction: { kind, reason, actor, at }`.";

export default {
  "POST /runs/:id/task-cards/:taskId/retry": card("retry", ACTION, (column) => column !== "escalated"),
  "POST /runs/:id/task-cards/:taskId/escalate": card(
    "escalate",
    "escalate raises a notification and hands the card to a human;",
    (column) => column === "escalated",
  ),
  "POST /runs/:id/task-cards/:taskId/block": card(
    "block",
    "block holds its dependants.",
    (column) => column === "blocked",
  ),
  "GET /runs/:id/timeline": [
    promised(
      "semantics",
      "Lists with a cursor are oldest first and answer the next cursor in the header `x-agent-harness-cursor` (also when they are empty).",
      async ({ call }, probe) => {
        const { id } = await waitingRun(probe);
        const { items } = await call({ params: { id } });
        const order = items.map(({ sequence }: Payload) => sequence);
        assert.deepEqual(order, order.toSorted((a: number, b: number) => a - b));
        const got = await probe.send("GET", `/runs/${id}/timeline`, {
          query: { cursor: String(order.at(-1)) },
        });
        assert.equal(got.headers.get("x-agent-harness-cursor"), String(order.at(-1)));
      },
    ),
  ],
  "GET /runs/:id/audit": view("Raw archival package.", (audit, run) => {
    assert.deepEqual([audit.format, audit.run.id], ["agent-harness/audit", run.id]);
  }),
  "GET /runs/:id/audit-view": view(
    "narrative entries, stage timeline, task-session timeline, approval evidence, evaluation summary, risk events, artifact hashes, integrity warnings.",
    (audit) => {
      for (const name of ["approvalEvidence", "artifactHashes", "integrityWarnings"]) {
        assert.ok(name in audit, name);
      }
      assert.ok(audit.approvalEvidence.length > 0);
    },
  ),
  "GET /runs/:id/replay-packet": view(
    "Reproduction packet and dry-run replay plan.",
    (packet, run) => assert.ok(JSON.stringify(packet).includes(run.request.replaceAll('"', '\\"'))),
  ),
  "GET /runs/:id/artifacts": view("array of artifact paths", (paths) => {
    assert.ok(paths.length > 0 && paths.every((path: unknown) => typeof path === "string"));
  }),
  ...Object.fromEntries(
    [["GET /runs/:id/artifact", "artifact object"], [
      "GET /runs/:id/artifact-file",
      "Query `path`; file download.",
    ]].map(
      ([key, says]) => [key, [
        promised("interface", says!, async ({ call, refused }, probe) => {
          const { id } = await waitingRun(probe);
          for (const path of await probe.call("GET /runs/:id/artifacts", { params: { id } })) {
            assert.ok(await call({ params: { id }, query: { path } }));
          }
          await refused(404, { params: { id }, query: { path: "../../etc/passwd" } });
          await refused(400, { params: { id } });
        }),
      ]],
    ),
  ),
  "POST /runs/:id/research-notes": [
    promised("semantics", "`content, title?, sourceUrl?, tags?`", async ({ call, refused }, probe) => {
      const { id } = await waitingRun(probe);
      const note = await call({ params: { id }, body: { content: "a note", tags: ["t"] } });
      assert.deepEqual([note.content, note.tags], ["a note", ["t"]]);
      await refused(400, { params: { id }, body: { title: "without content" } });
    }),
  ],
  "POST /runs/:id/research-assets": [
    promised(
      "semantics",
      "`title, url?, mediaType?, content? or contentBase64?, summary?, tags?`",
      async ({ call, refused }, probe) => {
        const { id } = await waitingRun(probe);
        assert.equal(
          (await call({ params: { id }, body: { title: "bytes", contentBase64: btoa("x") } })).title,
          "bytes",
        );
        await refused(400, { params: { id }, body: { content: "without a title" } });
      },
    ),
  ],
  "GET /task-sessions/:id": [
    promised(
      "interface",
      "role/profile context, dispatch metadata, dependency state and rollups, progress rollups, guidance events, event stream, model calls, tool uses, artifacts, evaluations, trace slices;",
      async ({ call }, probe) => {
        const [{ id }] = (await waitingRun(probe)).tasks;
        const session = await call({ params: { id } });
        for (const name of ["role", "guidance", "modelCalls", "toolUses", "artifacts", "evaluations"]) {
          assert.ok(name in session, name);
        }
        assert.equal(session.profileRegistryEntry.role, session.role);
      },
    ),
  ],
  "POST /task-sessions/:id/guidance": [
    promised(
      "semantics",
      "Guidance items: `pending | consumed | expired`, `consumedAtSequence`.",
      async ({ call }, probe) => {
        const run = await stuckRun(probe, "guided");
        const shown = await call({ params: { id: run.tasks[0].id }, body: { content: "mind it" } });
        assert.ok(["pending", "consumed"].includes(shown.guidance[0].status));
        assert.equal(shown.guidance[0].content, "mind it");
      },
    ),
  ],
  "POST /task-sessions/:id/stop": [
    promised("interface", "stop requested", async ({ call }, probe) => {
      const run = await probe.call("POST /coordinator/runs", {
        body: { request: "run sleep 600", repoPath: probe.repository.root },
      });
      const { tasks: [{ id }] } = await probe.until(
        () => probe.call("GET /runs/:id", { params: { id: run.id } }),
        ({ tasks }) => tasks[0]?.status === "running",
      );
      const { status } = await call({ params: { id } });
      assert.ok(["stopping", "cancelled"].includes(status), status);
    }),
  ],
} satisfies PromisesOf;
