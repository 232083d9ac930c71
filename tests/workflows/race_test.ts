import assert from "node:assert/strict";
import { program } from "../trials/past.ts";
import { RunWorld } from "./run_world.ts";

/** Writes `by.txt` at once. */
const quick = program("quick", "echo quick > by.txt; echo done");
/** Writes it too, and says so only when it is stopped. */
const slow = program("slow", "echo slow > by.txt; sleep 600");
/** Fails. */
const broken = program("broken", "echo it is broken; exit 1");
/** Fails the check. */
const wrong = program("wrong", "echo wrong > other.txt; echo done");

const race = (contenders: string[], more = "") =>
  `name: Race
nodes:
  - id: mend
    kind: race
    with:
      contenders: [${contenders.map((provider) => `{ provider: ${provider} }`).join(", ")}]
      nodes:
        - { id: fix, kind: prompt, with: { content: "For \${{ contender.number }}: write by.txt" } }
        - { id: test, kind: command, dependsOn: [fix], with: { command: test -e by.txt } }
  - id: say
    kind: command
    dependsOn: [mend]
    with: { command: 'echo "$WHO wrote $(cat by.txt)" > who.txt', env: { WHO: "\${{ nodes.mend.provider }}" } }
outputs: { contender: "\${{ nodes.mend.contender }}", test: "\${{ nodes.mend.output.test.exitCode }}" }
${more}`;

const open = () => RunWorld.open(undefined, { workers: 4, availableWorkers: [quick, slow, wrong, broken] });

Deno.test("a race takes the first contender that passes: its files go on, and the others are stopped", async () => {
  await using world = await open();
  const { h, repository } = world;
  const run = await world.toEnd(race(["wrong", "slow", "quick"]));
  assert.equal(run.status, "completed", run.statusDetail);
  assert.deepEqual([repository.read("by.txt"), repository.read("who.txt")], [
    "quick\n",
    "quick wrote quick\n",
  ]);
  assert.ok(!repository.exists("other.txt"));
  // How far the first contender came is open.
  const nodes = (await world.nodes(run.id)).filter((node) => !node.startsWith("mend[1]"));
  assert.deepEqual(nodes.map((node) => node.replace(/ \d$/, "")).toSorted(), [
    "mend completed",
    "mend[2].fix cancelled",
    "mend[3].fix completed",
    "mend[3].test completed",
    "say completed",
  ]);
  const of = (path: string) => run.tasks.find(({ taskId }) => taskId === path)!;
  assert.equal(of("mend[2].fix").statusDetail, "Contender 3 (quick) was the first that succeeded.");
  assert.equal(of("mend[2].fix").provider, "slow");
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("a race of which no contender succeeds fails, and says why each is out", async () => {
  await using world = await open();
  const run = await world.toEnd(race(["wrong", "broken"]));
  assert.equal(run.status, "failed");
  assert.match(
    run.statusDetail!,
    /"mend" failed: None of the 2 contenders succeeded\. 1 \(wrong\): .*exit code 1/,
  );
  assert.match(run.statusDetail!, /2 \(broken\): .*broken/);
});

Deno.test("a contender that a person stops is out, and a race of which all are stopped fails", async () => {
  await using world = await open();
  const { h } = world;
  const id = await world.start(race(["slow", "slow"]));
  const { tasks } = await h.until(
    id,
    ({ tasks }) => tasks.filter(({ tools }) => tools.started === 1).length === 2,
  );
  for (const task of tasks) {
    await h.operator("POST /task-sessions/:id/stop", { params: { id: task.id }, body: {} });
  }
  const run = await world.settled(id);
  assert.equal(run.status, "failed");
  assert.match(run.statusDetail!, /1 \(slow\) was stopped\. 2 \(slow\) was stopped\./);
});

Deno.test("what a race may touch: each contender's model, and its nodes as often as there are contenders", async () => {
  await using world = await open();
  const { blastRadius } = await world.h.operator("POST /saved-workflows", {
    body: { source: race(["quick", "slow", "wrong"]) },
  });
  assert.deepEqual(blastRadius.models.items, [
    "quick/its default model",
    "slow/its default model",
    "wrong/its default model",
  ]);
  assert.equal(blastRadius.money.executions, 1 + 3 * 2 + 1);
});

Deno.test("a dry run of a race takes the first contender whose stubs pass, and says who would do what", async () => {
  await using world = await open();
  const result = await world.h.operator("POST /workflow-test-runs/run", {
    body: {
      source: race(["quick", "slow"]),
      mode: "dry",
      stubs: {
        "mend[1].fix": { text: "" },
        "mend[1].test": { exitCode: 1, stdout: "" },
        "mend[2].fix": { text: "" },
        "mend[2].test": { exitCode: 0, stdout: "" },
      },
    },
  });
  assert.deepEqual([result.status, result.outputs], ["completed", { contender: 2, test: 0 }]);
  const runsOn = result.trace.flatMap((step) =>
    step.runsOn ? [[step.path, step.runsOn.provider, step.runsOn.origin]] : []
  );
  assert.deepEqual(runsOn, [["mend[1].fix", "quick", "node"], ["mend[2].fix", "slow", "node"]]);
});

Deno.test("a race is refused with one contender, with six, and three levels deep", async () => {
  await using world = await open();
  const fault = async (source: string) =>
    String((await world.h.json("POST", "/saved-workflows", { source })).body.error);
  assert.match(await fault(race(["quick"])), /contenders/);
  assert.match(await fault(race(["quick", "quick", "quick", "quick", "quick", "quick"])), /contenders/);
  const node = (kind: string, more: string, inner: string) =>
    `{ id: n${inner.length}, kind: ${kind}, with: { ${more}, nodes: [${inner}] } }`;
  const both = "contenders: [{ provider: quick }, { provider: slow }]";
  const deep = node(
    "race",
    both,
    node("race", both, node("race", both, "{ id: a, kind: command, with: { command: make } }")),
  );
  assert.match(await fault(`name: Deep\nnodes: [${deep}]\n`), /Loops, fan-outs and races can be nested/);
});
