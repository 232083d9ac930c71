import fc from "fast-check";
import assert from "node:assert/strict";
import type { Harness } from "../harness.ts";
import { TestRepository } from "../git.ts";
import { deliver, listening } from "./deliver.ts";
import { atThree, automate, endRun, onClocks, shown } from "./scenario.ts";

const SOURCE = `name: Says
nodes: [{ id: say, kind: command, with: { command: "true" } }]
`;

const preview = (h: Harness, id: string) =>
  h.operator("GET /automations/:id/preview", { params: { id }, query: {} });

const fire = async (h: Harness, id: string) =>
  (await h.operator("POST /automations/:id/trigger", { params: { id }, body: {} })).outcome;

/** A situation of an automation: its workflow, what it overlaps with, and whether it is on. */
const situation = fc.record({
  workflow: fc.constantFrom(
    "none",
    "never active",
    "active",
    "deactivated",
    "another version active",
    "deleted",
  ),
  overlap: fc.constantFrom("skip", "buffer_one", "allow_all"),
  openRuns: fc.integer({ min: 0, max: 2 }),
  pinned: fc.boolean(),
  request: fc.constantFrom('create a.txt with "x"', "Buy ten pencils for me at the shop."),
});

Deno.test("what a preview says is what a trigger then does, in any situation", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const seen = new Set<string>();
  await fc.assert(
    fc.asyncProperty(situation, async ({ workflow, overlap, openRuns, pinned, request }) => {
      const { id: workflowId } = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
      const params = { id: workflowId };
      const activate = (version: number) =>
        h.operator("POST /saved-workflows/:id/activate", { params, body: { version } });
      if (workflow === "another version active") {
        const source = SOURCE.replace("Says", "Says more");
        await h.operator("POST /saved-workflows", { body: { id: workflowId, source } });
      }
      await activate(1);
      const action = workflow === "none"
        ? { kind: "run", request, repoPath: repository.root }
        : { kind: "workflow", workflowId, repoPath: repository.root, version: pinned ? 1 : null };
      const { id } = await automate(h, repository.root, { trigger: { kind: "manual" }, overlap, action });
      const body = { ignoreOverlap: true };
      for (let i = 0; i < openRuns; i++) {
        await h.operator("POST /automations/:id/trigger", { params: { id }, body });
      }
      if (workflow === "another version active") await activate(2);
      if (workflow === "never active" || workflow === "deactivated") {
        await h.operator("POST /saved-workflows/:id/deactivate", { params, body: {} });
      }
      if (workflow === "deleted") {
        await h.operator("POST /automations/:id/disable", { params: { id } });
        await h.operator("DELETE /saved-workflows/:id", { params });
        await h.operator("POST /automations/:id/enable", { params: { id } });
      }
      for (let i = 0; i < 2; i++) {
        const { outcomeNow, wouldQueue } = await preview(h, id);
        assert.equal(await fire(h, id), outcomeNow);
        assert.equal(wouldQueue !== null, outcomeNow === "fired");
        seen.add(outcomeNow);
      }
    }),
    { numRuns: 25, seed: 7 },
  );
  assert.deepEqual([...seen].sort(), [
    "blocked_class",
    "buffered",
    "failed_to_queue",
    "fired",
    "skipped_overlap",
  ]);
});

Deno.test("a workflow that was never activated is not run by an automation, not by hand either, and the preview says the same", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id: workflowId } = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  const action = { kind: "workflow", workflowId, repoPath: repository.root };
  const { id } = await automate(h, repository.root, { trigger: { kind: "manual" }, action });
  const told = await preview(h, id);
  assert.deepEqual([told.outcomeNow, await fire(h, id)], ["failed_to_queue", "failed_to_queue"]);
  assert.match(told.blockers.join(), /is not active. Activate a version/);
  assert.equal((await shown(h, id)).ledger.items[0]!.reason, told.blockers[0]);
});

Deno.test("a webhook whose secret was deleted accepts no delivery, and its preview says so", async () => {
  using repository = TestRepository.make();
  const clocks = atThree();
  await using h = await onClocks(clocks);
  const action = { kind: "run", request: 'create a.txt with "x"', repoPath: repository.root };
  const { id, trigger } = await listening(h, action);
  assert.equal((await preview(h, id)).outcomeNow, "fired");
  const { runId } = await deliver(h, {});
  await endRun(h, runId!);
  await h.operator("POST /secrets/:id/delete", {
    params: { id: (trigger as { secretId: string }).secretId },
  });
  const { outcomeNow, wouldQueue, blockers } = await preview(h, id);
  assert.deepEqual([outcomeNow, wouldQueue], ["rejected", null]);
  assert.match(blockers[0]!, /was deleted, so every delivery gets 401/);
});

Deno.test("inputs that the workflow cannot take are refused when it is triggered, and leave no row", async () => {
  using repository = TestRepository.make();
  await using h = await onClocks(atThree());
  const { id: workflowId } = await h.operator("POST /saved-workflows", { body: { source: SOURCE } });
  await h.operator("POST /saved-workflows/:id/activate", { params: { id: workflowId }, body: {} });
  const action = { kind: "workflow", workflowId, repoPath: repository.root };
  const { id } = await automate(h, repository.root, { trigger: { kind: "manual" }, action });
  const { status, body } = await h.json("POST", `/automations/${id}/trigger`, { inputs: { zz: 1 } });
  assert.equal(status, 400);
  assert.match(body.error, /no input "zz"/);
  assert.deepEqual((await shown(h, id)).ledger.items, []);
});
