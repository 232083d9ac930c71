import assert from "node:assert/strict";
import { REVIEWED } from "../git.ts";
import { pendingOf } from "../kit/pending_of.ts";
import { program } from "../trials/past.ts";
import { RunWorld } from "./run_world.ts";

const one = program("one", "echo one > by.txt; echo done");
const two = program("two", "echo two > by.txt; echo more > more.txt; echo done");
const broken = program("broken", "echo it is broken; exit 1");

const race = (contenders: string[]) =>
  `name: Race
nodes:
  - { id: before, kind: command, with: { command: echo before > before.txt } }
  - id: mend
    kind: race
    dependsOn: [before]
    with:
      pick: human
      contenders: [${contenders.map((provider) => `{ provider: ${provider} }`).join(", ")}]
      nodes:
        - { id: fix, kind: prompt, with: { content: write by.txt } }
        - { id: test, kind: command, dependsOn: [fix], with: { command: test -e by.txt } }
  - id: say
    kind: command
    dependsOn: [mend]
    with: { command: 'echo "$WHO wrote $(cat by.txt)" > who.txt', env: { WHO: "\${{ nodes.mend.provider }}" } }
outputs: { contender: "\${{ nodes.mend.contender }}", test: "\${{ nodes.mend.output.test.exitCode }}" }
`;

const open = () => RunWorld.open(undefined, { workers: 4, availableWorkers: [one, two, broken] });

Deno.test("pick: human: when all contenders have ended a human picks one, and its files go on", async () => {
  await using world = await open();
  const { h, repository } = world;
  const id = await world.start(race(["one", "broken", "two"]));
  const waits = await world.settled(id);
  const asked = pendingOf(waits);
  assert.equal(waits.waitingFor?.id, asked.id);
  assert.equal(asked.title, 'Pick a contender of the race "mend"');
  const [head, first, second, out] = asked.summary.split("\n");
  assert.equal(head, "2 of 3 contenders succeeded.");
  assert.match(first!, /^1 \(one\): test ended with exit code 0; 1 file, \+1 −0; \d+\.\d s\.$/);
  assert.match(second!, /^3 \(two\): test ended with exit code 0; 2 files, \+2 −0; \d+\.\d s\.$/);
  assert.match(out!, /^2 \(broken\): .*it is broken/);
  assert.equal((await world.nodes(id)).filter((node) => node.startsWith("say")).length, 0, "it waits");

  const decide = (body: object, as: "operator" | "agent" = "operator") =>
    h[as]("POST /approvals/:id/approve", { params: { id: asked.id }, body: { ...REVIEWED, ...body } });
  await assert.rejects(decide({ response: { contender: 1 } }, "agent"), /agent/);
  await assert.rejects(decide({}), /response: .*contender/);
  await assert.rejects(decide({ response: { contender: 2 } }), /response: /);
  const { approval } = await h.operator("GET /approvals/:id", { params: { id: asked.id } });
  const { content } = await h.operator("GET /runs/:id/artifact", {
    params: { id },
    query: { path: approval.evidence[1]!.path },
  });
  assert.match(content!, /\+more/);
  assert.doesNotMatch(content!, /before\.txt/, "what was there before the race is not its work");

  let run = await world.decide(id, "approve", { response: { contender: 3 } });
  while (run.status === "waiting") run = await world.decide(id);
  assert.equal(run.status, "completed", run.statusDetail);
  assert.deepEqual(["by.txt", "who.txt", "before.txt", "more.txt"].map((path) => repository.read(path)), [
    "two\n",
    "two wrote two\n",
    "before\n",
    "more\n",
  ]);
  assert.deepEqual(run.tasks.find(({ taskId }) => taskId === "mend")!.statusDetail, undefined);
  assert.deepEqual(h.rebuildDifferences(), []);
});

Deno.test("pick: human: a rejection picks none and fails the race; none is asked for where none succeeded", async () => {
  await using world = await open();
  const id = await world.start(race(["one", "two"]));
  const run = await world.decide(id, "reject", { reviewerNote: "Neither." });
  assert.equal(run.status, "failed");
  assert.match(run.statusDetail!, /"mend" failed: It was rejected: Neither\./);
  const none = await world.toEnd(race(["broken", "broken"]));
  assert.match(none.statusDetail!, /None of the 2 contenders succeeded/);
  assert.deepEqual(none.approvals, []);
});

Deno.test("pick: human: a dry run takes the first contender that succeeds, and says that a human would be asked", async () => {
  await using world = await open();
  const result = await world.h.operator("POST /workflow-test-runs/run", {
    body: { source: race(["one", "two"]), mode: "dry", defaultStubs: true },
  });
  assert.deepEqual([result.status, result.outputs.contender], ["completed", 1]);
  const mend = result.trace.find(({ path }) => path === "mend");
  assert.equal(mend?.reason, "Contender 1 (one) was picked. A human would be asked.");
  assert.ok(result.trace.some(({ path }) => path === "mend[2].test"), "all of them are done first");
});
