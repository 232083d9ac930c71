import assert from "node:assert/strict";
import { hangs } from "../models/server/reply.ts";
import { ModelWorld, planning } from "../models/workers/scenario.ts";

Deno.test("a queued run that a person puts first is started next, and the places in the queue are true", async () => {
  const busy = Promise.withResolvers<void>();
  await using world = await ModelWorld.open(
    planning(() => {
      busy.resolve();
      return hangs("headers");
    }),
    { workers: 1 },
  );
  const { h, repository } = world;
  const first = await world.create("Go on and on.");
  await busy.promise;
  const create = async (name: string) =>
    (await h.operator("POST /coordinator/runs", {
      body: { request: `create ${name} with "x"`, repoPath: repository.root },
    })).id;
  const [b, c, d] = [await create("b.md"), await create("c.md"), await create("d.md")];
  const places = async () => {
    const listed = await h.operator("GET /runs", { query: {} });
    const { perRunQueueState } = await h.operator("GET /control-plane/status");
    return await Promise.all([b, c, d].map(async (id) => {
      const { queuePlace } = listed.find((run) => run.id === id)!;
      const { progress } = await h.operator("GET /runs/:id/workspace", { params: { id } });
      assert.equal(progress.queuePlace, queuePlace);
      assert.equal(perRunQueueState.find((run) => run.id === id)!.position, queuePlace);
      return queuePlace;
    }));
  };
  const next = (id: string) => h.operator("POST /runs/:id/next", { params: { id } });
  assert.deepEqual(await places(), [1, 2, 3]);
  await next(d);
  assert.deepEqual(await places(), [2, 3, 1]);
  await next(c);
  assert.deepEqual(await places(), [3, 1, 2]);
  const again = await h.eventsOf(() => next(c));
  assert.deepEqual(again, [], "the next one stays where it is");
  await h.operator("POST /runs/:id/cancel", { params: { id: first.id }, body: {} });
  for (const id of [b, c, d]) await h.settled(id);
  const started = h.store.events.after(0, 10_000).filter(({ type }) => type === "run.started");
  assert.deepEqual(started.map(({ runId }) => runId), [first.id, c, d, b]);
  const { status, body } = await h.json("POST", `/runs/${b}/next`, {});
  assert.equal(status, 400);
  assert.match(body.error, /Only a queued run can be moved to the front/);
  assert.deepEqual(h.rebuildDifferences(), []);
});
