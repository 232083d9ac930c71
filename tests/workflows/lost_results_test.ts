import assert from "node:assert/strict";
import { join } from "node:path";
import { filesBelow } from "../recovery/leftovers.ts";
import { RunWorld } from "./run_world.ts";

const creating = (id: string) => ({
  id,
  kind: "prompt",
  with: { content: `create ${id}.txt with "${id}"`, worker: { provider: "builtin", model: "recipe" } },
});

Deno.test("a node whose result is lost while a later one asks is done again, and is no conflict", async () => {
  await using world = await RunWorld.open();
  const { h, repository } = world;
  const runId = await world.start(JSON.stringify({
    name: "Two files",
    nodes: [
      creating("one"),
      creating("two"),
      { id: "agree", kind: "approval", dependsOn: ["one", "two"], with: { title: "Go on?" } },
    ],
  }));
  await world.settled(runId);
  const [, two] = await h.operator("GET /runs/:id/task-sessions", { params: { id: runId } });
  removeObject(join(h.directory, "repositories"), two!.result!.commit);

  const asked = await world.decide(runId);
  assert.equal(asked.status, "waiting", asked.statusDetail);
  // What was agreed to may not be what there is now.
  assert.deepEqual(await world.nodes(runId), ["one completed 1", "two completed 2", "agree waiting 2"]);
  await world.decide(runId);
  const { status, statusDetail } = await world.decide(runId);
  assert.equal(status, "completed", statusDetail);
  assert.deepEqual([repository.read("one.txt"), repository.read("two.txt")], ["one", "two"]);
});

/** Removes a git object below a directory, as a disk that fails loses it. */
function removeObject(directory: string, hash: string): void {
  const end = `/objects/${hash.slice(0, 2)}/${hash.slice(2)}`;
  const found = filesBelow(directory).filter((path) => path.endsWith(end));
  assert.equal(found.length, 1, `the control: ${hash} is there`);
  for (const path of found) Deno.removeSync(join(directory, path));
}
