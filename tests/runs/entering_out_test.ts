import assert from "node:assert/strict";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { AT_THE_TOP, begin, contender, FILES, raceOf } from "./race_world.ts";

Deno.test("nobody steps into a contender that is out: nothing continues it, and the run still waits for a pick", async () => {
  using repository = TestRepository.make(FILES);
  await using h = await harness({
    workers: 3,
    availableWorkers: [contender("good", AT_THE_TOP), contender("broken", "fails")],
  });
  const { id } = await begin(h, repository, ["good", "broken"]);
  await h.settled(id);
  const params = { id };
  assert.equal((await raceOf(h, id)).contenders[1]!.state, "out");
  const entering = await h.json("POST", `/runs/${id}/enter`, { taskId: "2-task_1" });
  assert.equal(entering.status, 400, JSON.stringify(entering.body));
  assert.match(entering.body.error, /contender 2.*is out/i);
  assert.deepEqual(await h.operator("GET /runs/:id/entered", { params }), []);
  await h.operator("POST /runs/:id/pick", { params, body: { parts: [{ contender: 1 }] } });
  assert.equal(pendingOf(await h.settled(id)).policyClass, "repo-write");
  assert.deepEqual(h.rebuildDifferences(), []);
});
