import assert from "node:assert/strict";
import { join } from "node:path";
import { works } from "../models/workers/scenario.ts";
import { CHECK, edit, fixWorld } from "./fix_world.ts";

Deno.test("a fix round that failed is not begun again where the git objects of its run were lost", async () => {
  await using world = await fixWorld(works(edit("hello", "one")), () => ({
    kind: "status",
    status: 400,
    message: "no",
    code: "bad_request",
    headers: {},
  }));
  const { h } = world;
  const { id, tasks } = await world.run("Count to three.", { verifier: CHECK });
  assert.deepEqual(tasks.map(({ role, status }) => [role, status]), [["worker", "completed"], [
    "fixer",
    "failed",
  ]]);
  Deno.removeSync(join(h.directory, "repositories"), { recursive: true });
  await h.operator("POST /runs/:id/verify", { params: { id }, body: { command: "true" } });
  const again = await h.settled(id);
  const [worker, fixer] = tasks.map((task) => again.tasks.find((each) => each.id === task.id)!);
  assert.deepEqual([worker!.status, worker!.attempt], ["completed", 2]);
  assert.deepEqual([fixer!.status, fixer!.attempt], ["failed", 1]);
  assert.deepEqual(h.rebuildDifferences(), []);
});
