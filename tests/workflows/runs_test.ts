import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

const source = (name: string) =>
  `name: ${name}\nnodes:\n  - { id: it, kind: command, with: { command: 'true' } }\n`;

Deno.test("the runs of a workflow are listed by pages, by state and by words, and the newest is with the workflow", async () => {
  await using world = await RunWorld.open();
  const { h, repository } = world;
  const save = async (name: string) =>
    (await h.operator("POST /saved-workflows", { body: { source: source(name) } })).id;
  const [checked, other] = [await save("Check"), await save("Other")];
  const start = async (id: string) =>
    (await h.operator("POST /saved-workflows/:id/run", {
      params: { id },
      body: { inputs: {}, repoPath: repository.root },
    })).runId!;
  assert.equal((await h.operator("GET /saved-workflows/:id", { params: { id: checked } })).lastRun, null);
  const runs: string[] = [];
  for (const id of [checked, other, checked, other, checked]) runs.push(await start(id));
  await h.operator("POST /coordinator/runs", { body: { request: "check", repoPath: repository.root } });
  for (const id of runs) await h.settled(id);
  const own = [runs[4], runs[2], runs[0]];
  const list = async (query: Record<string, string>) =>
    (await h.operator("GET /runs", { query: { workflowId: checked, ...query } })).map(({ id }) => id);
  assert.deepEqual(await list({}), own);
  assert.deepEqual(await list({ limit: "1", offset: "1" }), [runs[2]]);
  assert.deepEqual(await list({ limit: "2", after: runs[4]! }), [runs[2], runs[0]]);
  assert.deepEqual(await list({ query: "Check" }), own);
  assert.deepEqual(await list({ query: "Other" }), []);
  assert.deepEqual(await list({ status: "failed" }), []);
  const counts = () => h.operator("GET /runs/counts", { query: { workflowId: checked } });
  assert.equal((await counts()).total, 3);
  await h.operator("POST /runs/archive");
  assert.deepEqual([await list({}), (await counts()).total], [[], 0]);
  assert.deepEqual(await list({ archived: "true" }), own);
  const { lastRun } = await h.operator("GET /saved-workflows/:id", { params: { id: checked } });
  assert.equal(lastRun!.id, runs[4]);
  assert.equal(lastRun!.number, 5);
  await h.operator("POST /runs/:id/delete", { params: { id: runs[4]! } });
  const [, first] = await h.operator("GET /saved-workflows", { query: {} });
  assert.equal(first!.lastRun!.id, runs[2], "a run that was erased is not the last one");
  assert.deepEqual(h.rebuildDifferences(), []);
});
