import assert from "node:assert/strict";
import { promised, type PromisesOf } from "../promise.ts";
import type { Payload, Prober } from "../prober.ts";

const source = (content = 'create NOTES.md with "first notes"') =>
  `name: Notes
nodes:
  - id: write
    kind: prompt
    with:
      content: ${content}
`;

const saved = (probe: Prober): Promise<Payload> =>
  probe.call("POST /saved-workflows", { body: { source: source() } });

const KINDS = [
  "prompt",
  "command",
  "approval",
  "wait",
  "branch",
  "loop",
  "fan_out",
  "workflow",
  "http_read",
  "memory",
  "notify",
];

export default {
  "GET /workflow-templates": [
    promised(
      "workflows",
      "Templates are definitions of the same language (`sequential`, `parallel` keep their meaning; add `plan-approve-implement`, `fix-until-green`, `review-only`, `each-file`, `nightly-check`)",
      async ({ call }) => {
        const ids = (await call()).map(({ id }: Payload) => id);
        for (
          const id of [
            "sequential",
            "parallel",
            "plan-approve-implement",
            "fix-until-green",
            "review-only",
            "each-file",
            "nightly-check",
          ]
        ) {
          assert.ok(ids.includes(id), id);
        }
      },
    ),
  ],
  "GET /workflow-primitives": [
    promised(
      "semantics",
      "kinds `prompt, command, approval, wait, branch, loop, fan_out, workflow, http_read, memory, notify`.",
      async ({ call }) => {
        const kinds = (await call()).map(({ id, kind }: Payload) => kind ?? id);
        for (const kind of KINDS) assert.ok(kinds.some((each: string) => each.endsWith(kind)), kind);
      },
    ),
  ],
  "POST /workflow-builder/assist": [
    promised(
      "workflows",
      "The rest becomes a prompt with exactly those words and is listed as unmatched.",
      async ({ call }) => {
        const { draft, unmatched } = await call({ body: { content: "run npm test; frobnicate the thing" } });
        assert.deepEqual(draft.nodes.map(({ kind }: Payload) => kind), ["command", "prompt"]);
        assert.deepEqual(unmatched.map(({ text }: Payload) => text), ["frobnicate the thing"]);
      },
    ),
  ],
  "POST /workflow-test-runs/run": [
    promised(
      "workflows",
      "`dry` executes nothing, asks no model, makes no record but itself (kept 30 days)",
      async ({ call }, probe) => {
        const before = (await probe.call("GET /runs")).length;
        const { status, trace } = await call({ body: { source: source(), mode: "dry" } });
        assert.equal(status, "completed");
        assert.deepEqual(trace.map(({ path }: Payload) => path), ["write"]);
        assert.equal((await probe.call("GET /runs")).length, before);
      },
    ),
  ],
  "GET /saved-workflows": [
    promised("semantics", "Lists without a cursor are newest first, ties by id.", async ({ call }, probe) => {
      const { id } = await saved(probe);
      assert.equal((await call())[0].id, id);
    }),
  ],
  "POST /saved-workflows": [
    promised(
      "workflows",
      "always a new version unless byte-equal; invalid is 400",
      async ({ call, refused }) => {
        const { id, latestVersion } = await call({ body: { source: source() } });
        assert.equal((await call({ body: { id, source: source() } })).latestVersion, latestVersion);
        assert.equal(
          (await call({ body: { id, source: source('create B.md with "b"') } })).latestVersion,
          latestVersion + 1,
        );
        await refused(400, { body: { source: "name: x\nnodes:\n  - id: a\n    kind: nothing\n" } });
      },
    ),
  ],
  "GET /saved-workflows/:id": [
    promised(
      "semantics",
      "Versions are immutable; `active` points at one; runs pin it.",
      async ({ call }, probe) => {
        const { id, latestVersion } = await saved(probe);
        await probe.call("POST /saved-workflows", { body: { id, source: source('create C.md with "c"') } });
        const first = await call({ params: { id }, query: { version: String(latestVersion) } });
        assert.equal(first.source, source());
        assert.equal(first.versions.length, 2);
      },
    ),
  ],
  "DELETE /saved-workflows/:id": [
    promised(
      "workflows",
      "Delete: 400 while an automation that is not disabled uses it",
      async ({ call, refused }, probe) => {
        const { id } = await saved(probe);
        await probe.call("POST /saved-workflows/:id/activate", { params: { id }, body: {} });
        const automation = await probe.call("POST /automations", {
          body: {
            name: "Uses it",
            trigger: { kind: "manual" },
            action: { kind: "workflow", workflowId: id, repoPath: probe.repository.root },
          },
        });
        await refused(400, { params: { id } });
        await probe.call("POST /automations/:id/disable", { params: { id: automation.id } });
        assert.equal((await call({ params: { id } })).deleted, true);
      },
    ),
  ],
  "POST /saved-workflows/:id/activate": [
    promised(
      "workflows",
      "Activate `{version?, blastRadiusDigest?}` (digest given and stale: 400).",
      async ({ call, refused }, probe) => {
        const { id } = await saved(probe);
        await refused(400, { params: { id }, body: { blastRadiusDigest: "0".repeat(64) } });
        const first = await call({ params: { id }, body: {} });
        assert.deepEqual([first.status, first.activeVersion], ["active", 1]);
        assert.deepEqual(await call({ params: { id }, body: {} }), first);
      },
    ),
  ],
  "POST /saved-workflows/:id/deactivate": [
    promised("interface", "active / inactive", async ({ call }, probe) => {
      const { id } = await saved(probe);
      await probe.call("POST /saved-workflows/:id/activate", { params: { id }, body: {} });
      const first = await call({ params: { id }, body: { reason: "for now" } });
      assert.equal(first.status, "inactive");
      assert.deepEqual(await call({ params: { id }, body: {} }), first);
    }),
  ],
  "POST /saved-workflows/:id/run": [
    promised(
      "workflows",
      "`saved-workflows/:id/run` answers the same shape with `mode: live` and `runId`; 201 all.",
      async ({ call }, probe) => {
        const { id } = await saved(probe);
        const { mode, runId } = await call({ params: { id }, body: { repoPath: probe.repository.root } });
        assert.equal(mode, "live");
        assert.equal((await probe.call("GET /runs/:id", { params: { id: runId } })).id, runId);
      },
    ),
  ],
} satisfies PromisesOf;
