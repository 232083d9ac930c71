import assert from "node:assert/strict";
import { promised, type PromisesOf } from "../promise.ts";
import type { Prober } from "../prober.ts";
import { completedRun, waitingRun } from "../scenes.ts";

const request = (probe: Prober, more: Record<string, unknown> = {}) => ({
  request: `create ${crypto.randomUUID()}.md with "x"`,
  repoPath: probe.repository.root,
  ...more,
});

const REACHED =
  "Asking for a state that is already reached is 200 and changes nothing (archive an archived record, resume a running run, cancel a finished one)";

export default {
  "POST /runs/archive": [
    promised("interface", "object with `archived` (number)", async ({ call }, probe) => {
      const run = await probe.call("POST /coordinator/runs", { body: request(probe) });
      await probe.call("POST /runs/:id/cancel", { params: { id: run.id } });
      assert.ok((await call()).archived >= 1);
      assert.ok((await probe.call("GET /runs/:id", { params: { id: run.id } })).archivedAt);
      assert.equal((await call()).archived, 0);
    }),
  ],
  "POST /runs/:id/delete": [
    promised("interface", "object with `deleted` (string)", async ({ call }, probe) => {
      const { id } = await probe.call("POST /coordinator/runs", { body: request(probe) });
      await probe.call("POST /runs/:id/cancel", { params: { id } });
      assert.equal((await call({ params: { id } })).deleted, id);
      await probe.row("GET /runs/:id").refused(404, { params: { id } });
    }),
  ],
  "POST /runs/:id/retry": [
    promised(
      "interface",
      "a new run is queued from the source configuration",
      async ({ call }, probe) => {
        const run = await completedRun(probe);
        const again = await call({ params: { id: run.id }, body: { request: 'create again.md with "x"' } });
        assert.notEqual(again.id, run.id);
        assert.deepEqual([again.retryOfRunId, again.request], [run.id, 'create again.md with "x"']);
        assert.equal((await probe.call("GET /runs/:id", { params: { id: run.id } })).status, "completed");
      },
    ),
  ],
  "POST /runs/:id/coordinator-report": [
    promised("interface", "Status report; does not approve high-risk work.", async ({ call }, probe) => {
      const { id } = await waitingRun(probe);
      assert.ok((await call({ params: { id }, body: { reason: "why" } })).id);
      await call({ params: { id }, as: "agent" });
      assert.equal((await probe.call("GET /runs/:id", { params: { id } })).status, "waiting");
    }),
  ],
  "POST /runs/:id/pause": [
    promised(
      "semantics",
      "Pause is legal while queued, running or waiting; resume returns where it was.",
      async ({ call }, probe) => {
        const { id } = await probe.settledRun(request(probe).request);
        assert.equal((await call({ params: { id } })).status, "paused");
        assert.equal((await call({ params: { id } })).status, "paused");
        assert.equal((await probe.call("POST /runs/:id/resume", { params: { id } })).status, "waiting");
      },
    ),
    promised(
      "semantics",
      "400 is for moves that the interface conditions otherwise (pause a finished run, promote a rejected candidate).",
      async ({ refused }, probe) => {
        assert.match(await refused(400, { params: { id: (await completedRun(probe)).id } }), /completed/);
      },
    ),
  ],
  "POST /runs/:id/resume": [
    promised("semantics", REACHED, async ({ call }, probe) => {
      const { id } = await waitingRun(probe);
      // A process of the check of its base may end meanwhile.
      const ofRun = async () =>
        (await probe.call("GET /runs/:id", { params: { id } })).traces.items
          .filter(({ subject }: { subject: string }) => subject === `run/${id}`);
      const before = await ofRun();
      assert.equal((await call({ params: { id } })).status, "waiting");
      assert.deepEqual(await ofRun(), before);
    }),
  ],
  "POST /runs/:id/cancel": [
    promised("semantics", REACHED, async ({ call }, probe) => {
      const { id } = await probe.settledRun(request(probe).request);
      const first = await call({ params: { id }, body: { reason: "enough" } });
      assert.deepEqual([first.status, first.statusReason], ["cancelled", "user_cancelled"]);
      assert.deepEqual(await call({ params: { id } }), first);
      const done = await completedRun(probe);
      assert.equal((await call({ params: { id: done.id } })).status, "completed");
    }),
  ],
} satisfies PromisesOf;
