import assert from "node:assert/strict";
import { RunWorld } from "./run_world.ts";

const source = (third: string) =>
  `name: Resume
nodes:
  - id: one
    kind: command
    with: { command: echo 1 >> one.txt }
  - id: two
    kind: command
    dependsOn: [one]
    with: { command: echo 2 >> two.txt }
  - id: three
    kind: command
    dependsOn: [two]
    with: { command: ${third} }
`;

async function failed(world: RunWorld) {
  const saved = await world.h.operator("POST /saved-workflows", { body: { source: source("exit 1") } });
  const body = { repoPath: world.repository.root };
  const { runId } = await world.h.operator("POST /saved-workflows/:id/run", {
    params: { id: saved.id },
    body,
  });
  assert.equal((await world.settled(runId!)).status, "failed");
  await world.h.operator("POST /saved-workflows", {
    body: { id: saved.id, source: source("echo 3 > three.txt") },
  });
  return { id: runId!, workflowId: saved.id };
}

async function resume(world: RunWorld, id: string, resume: object) {
  const body = { resume };
  const run = await world.h.operator("POST /runs/:id/retry", { params: { id }, body });
  const review = await world.settled(run.id);
  const sessions = await world.h.operator("GET /runs/:id/task-sessions", { params: { id: run.id } });
  return { review, adopted: sessions.filter(({ adoptedFrom }) => adoptedFrom).map(({ taskId }) => taskId) };
}

Deno.test("a run is resumed with the corrected definition: what is unchanged is taken over, not done again", async () => {
  await using world = await RunWorld.open();
  const { id } = await failed(world);
  const { review, adopted } = await resume(world, id, { version: 2 });
  assert.equal(review.waitingFor?.kind, "approval", review.statusDetail);
  assert.deepEqual(adopted, ["one", "two"]);
  assert.equal((await world.decide(review.id)).status, "completed");
  const read = (path: string) => world.repository.read(path);
  assert.deepEqual([read("one.txt"), read("two.txt"), read("three.txt")], ["1\n", "2\n", "3\n"]);
  assert.deepEqual(world.h.rebuildDifferences(), []);
});

Deno.test("a node that is named is done again, and so is everything after it", async () => {
  await using world = await RunWorld.open();
  const { id } = await failed(world);
  const { review, adopted } = await resume(world, id, { version: 2, invalidate: ["two"] });
  assert.equal(review.waitingFor?.kind, "approval", review.statusDetail);
  assert.deepEqual(adopted, ["one"]);
});

Deno.test("a loop that is named is done again with all of its iterations, one iteration alone, and a name of nothing is refused", async () => {
  await using world = await RunWorld.open();
  const runId = await world.start(`name: Loop
nodes:
  - { id: one, kind: command, with: { command: echo 1 >> one.txt } }
  - id: mend
    kind: loop
    dependsOn: [one]
    with:
      max: 2
      until: iteration.number >= 2
      nodes:
        - { id: step, kind: command, with: { command: echo x >> steps.txt } }
  - { id: last, kind: command, dependsOn: [mend], with: { command: exit 1 } }
`);
  assert.equal((await world.settled(runId)).status, "failed");
  const adopted = async (...invalidate: string[]) => (await resume(world, runId, { invalidate })).adopted;
  assert.deepEqual(await adopted(), ["one", "mend[1].step", "mend[2].step", "mend"]);
  assert.deepEqual(await adopted("mend"), ["one"]);
  assert.deepEqual(await adopted("mend.step"), ["one"]);
  assert.deepEqual(await adopted("mend[2]"), ["one", "mend[1].step"]);
  const typo = await world.h.json("POST", `/runs/${runId}/retry`, { resume: { invalidate: ["mand"] } });
  assert.equal(typo.status, 400);
  assert.match(typo.body.error, /executed no node "mand".* Did you mean "mend"\?/);
});

Deno.test("nothing is taken over where the repository has changed, and a run in progress cannot be resumed", async () => {
  await using world = await RunWorld.open();
  const { id } = await failed(world);
  world.repository.commit({ "b.txt": "new\n" });
  const { review, adopted } = await resume(world, id, { version: 2 });
  assert.deepEqual(adopted, []);
  const again = await world.h.json("POST", `/runs/${review.id}/retry`, { resume: {} });
  assert.equal(again.status, 400);
  assert.match(again.body.error, /is waiting\. Only a run that has ended can be resumed/);
});
