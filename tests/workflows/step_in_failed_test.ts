import assert from "node:assert/strict";
import { join } from "node:path";
import { enter } from "../runs/enter.ts";
import { RunWorld } from "./run_world.ts";

const SOURCE = `name: build
nodes:
  - { id: make, kind: command, with: { command: echo made >> made.txt } }
  - { id: test, kind: command, dependsOn: [make], with: { command: echo half > half.txt; test -e there.txt } }
  - { id: pack, kind: command, dependsOn: [test], with: { command: cat made.txt half.txt there.txt > pack.txt } }
`;

const read = (directory: string | null, name: string) => Deno.readTextFileSync(join(directory!, name));
const write = (directory: string | null, name: string, text: string) =>
  Deno.writeTextFileSync(join(directory!, name), text);

/** Runs a workflow whose second node fails. */
async function failed(world: RunWorld, source = SOURCE): Promise<string> {
  const id = await world.start(source);
  assert.equal((await world.settled(id)).status, "failed");
  return id;
}

Deno.test("a person steps into a node that failed after its run ended: a new run begins there with what it left, and retries with their edits", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const id = await failed(world);
  const params = { id };
  const asked = await h.operator("POST /runs/:id/enter", { params, body: { by: "Anna" } });
  assert.notEqual(asked.runId, id);
  assert.deepEqual([asked.state, asked.taskId, asked.by, asked.directory], [
    "requested",
    "test",
    "Anna",
    null,
  ]);
  assert.match(asked.detail, /continues the ended one/);
  const { runId } = asked;
  await h.until(runId, ({ tasks }) => tasks.some(({ entered }) => entered !== undefined));
  const place = await h.operator("POST /runs/:id/enter", { params, body: {} });
  assert.deepEqual([place.runId, place.state, place.by], [runId, "entered", "Anna"]);
  assert.match(place.detail, new RegExp(`begins with what the failed attempt of the run ${id} left`));
  assert.deepEqual([read(place.directory, "made.txt"), read(place.directory, "half.txt")], [
    "made\n",
    "half\n",
  ]);
  write(place.directory, "there.txt", "mine\n");
  await h.operator("POST /runs/:id/hand-back", { params: { id: runId }, body: {} });
  const run = await h.until(runId, ({ approvals }) => approvals.length > 0);
  assert.deepEqual(run.resume, {
    runId: id,
    invalidate: [],
    enter: {
      path: "test",
      taskSessionId: asked.id,
      by: "Anna",
      patch: run.resume!.enter!.patch,
    },
  });
  assert.deepEqual(run.tasks.map(({ taskId, adoptedFrom }) => [taskId, adoptedFrom !== undefined]), [
    ["make", true],
    ["test", false],
    ["pack", false],
  ]);
  assert.deepEqual(run.tasks[1]!.visits!.map(({ paths }) => paths), [["there.txt"]]);
  assert.equal((await world.decide(runId)).status, "completed");
  assert.equal(world.repository.read("pack.txt"), "made\nhalf\nmine\n");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a node that fails again is entered again, with the edits of before", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  let id = await failed(world);
  for (const round of [1, 2]) {
    const asked = await h.operator("POST /runs/:id/enter", { params: { id }, body: {} });
    id = asked.runId;
    const { place } = await enter(h, id);
    if (round === 2) assert.equal(read(place.directory, "notes.txt"), "round 1\n");
    write(place.directory, round === 1 ? "notes.txt" : "there.txt", `round ${round}\n`);
    await h.operator("POST /runs/:id/hand-back", { params: { id }, body: {} });
    const run = await h.until(id, ({ status, approvals }) => status === "failed" || approvals.length > 0);
    assert.equal(run.status, round === 1 ? "failed" : "waiting", run.statusDetail);
  }
  assert.equal((await world.decide(id)).status, "completed");
  assert.deepEqual([world.repository.read("notes.txt"), world.repository.read("pack.txt")], [
    "round 1\n",
    "made\nhalf\nround 2\n",
  ]);
});

Deno.test("where the repository has changed so that the failed attempt does not fit, the person is told where its patch is", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const id = await failed(world, SOURCE.replace("id: test", "id: check").replace("[test]", "[check]"));
  world.repository.commit({ "half.txt": "another\n" });
  const { runId } = await h.operator("POST /runs/:id/enter", { params: { id }, body: { by: "Ben" } });
  const { place } = await enter(h, runId);
  assert.match(
    place.detail,
    new RegExp(`does not fit.* the artifact tasks/\\S+attempt-1\\.patch of the run ${id}`),
  );
  assert.equal(read(place.directory, "half.txt"), "another\n");
});

Deno.test("a run that ended without a failed node is not entered, and the refusal says what its tasks left", async () => {
  await using world = await RunWorld.open();
  const { h } = world;
  const id = await world.start(SOURCE.replace("test -e", "touch"));
  await world.settled(id);
  await h.operator("POST /runs/:id/cancel", { params: { id }, body: {} });
  const refused = async (body: object, sentence: RegExp, status = 400) => {
    const events = await h.eventsOf(async () => {
      const answer = await h.json("POST", `/runs/${id}/enter`, body);
      assert.deepEqual([answer.status, sentence.test(answer.body.error)], [status, true], answer.body.error);
    });
    assert.deepEqual(events, []);
  };
  await refused(
    {},
    /is cancelled; its worktree no longer exists\. What its tasks left is in its artifacts .*attempt-1\.patch/,
  );
  await refused({ taskId: "nothing" }, /nothing/, 404);
});
