import assert from "node:assert/strict";
import { planWords } from "../../../services/workforce/worker_kinds/model/plan_words.ts";
import { approvePending } from "../../runs/scenario.ts";
import { says, uses } from "../server/reply.ts";
import { EDIT, isPlanning, ModelWorld, works } from "./scenario.ts";

const CIRCLE = JSON.stringify({
  tasks: [
    { id: "a", title: "A", instructions: "do a", dependsOn: ["b"] },
    { id: "b", title: "B", instructions: "do b", dependsOn: ["a"] },
  ],
});

for (const [what, answer] of [["words", "Sure, I will say bye!"], ["a plan that is none", CIRCLE]] as const) {
  Deno.test(`a planner that answers with ${what}, also when asked again: the request is one task, and the plan says so`, async () => {
    const work = works(EDIT);
    await using world = await ModelWorld.open((question) =>
      isPlanning(question) ? says(answer) : work(question)
    );
    const run = await world.run("Say bye.\nOnly that.");
    assert.equal(run.waitingFor?.kind, "approval", run.statusDetail);
    const planning = world.server.questions.filter(isPlanning);
    assert.equal(planning.length, 2);
    assert.match(planning[1]!.said.at(-1)!, /not a valid plan/);
    const plan = await world.h.operator("GET /runs/:id/delegation-plan", { params: { id: run.id } });
    assert.deepEqual(plan.items.map(({ title, instructions }) => [title, instructions]), [
      ["Say bye.", "Say bye.\nOnly that."],
    ]);
    assert.match(plan.note ?? "", /^local\/test-model twice returned no valid plan.*one task\.$/);
  });
}

Deno.test("planWords passes on the titles of a plan as they come, words as they are, and no JSON", () => {
  const told = (text: string, size: number) => {
    let said = "";
    const words = planWords((part) => said += part);
    for (let at = 0; at < text.length; at += size) words(text.slice(at, at + size));
    return said;
  };
  for (const size of [1, 7, 10_000]) {
    assert.equal(told(CIRCLE, size), "Task: A\nTask: B\n");
    assert.equal(told(`\n\`\`\`json\n${CIRCLE}\n\`\`\``, size), "Task: A\nTask: B\n");
    assert.equal(told("Sure, I will.", size), "Sure, I will.");
    assert.equal(told('{"tasks":[{"title":"Say \\"hi\\""', size), 'Task: Say "hi"\n');
  }
});

Deno.test("a plan that was repaired is worked as tasks side by side and after each other", async () => {
  const plan = {
    tasks: [
      { id: "last", title: "Last", instructions: "write last", dependsOn: ["one", "two"] },
      { id: "one", title: "One", instructions: "write one", dependsOn: [] },
      { id: "two", title: "Two", instructions: "write two", dependsOn: [] },
    ],
  };
  let asked = 0;
  await using world = await ModelWorld.open((question) => {
    if (isPlanning(question)) {
      return ++asked === 1
        ? says("Sure! Here you go.")
        : says(`Sorry:\n\`\`\`json\n${JSON.stringify(plan)}\n\`\`\``);
    }
    const name = /write (\w+)$/.exec(question.said[0]!)![1]!;
    if (question.results.length > 0) return says(`Wrote ${name}.`);
    return uses({ name: "create_file", input: { path: `${name}.txt`, content: `${name}\n` } });
  });
  const run = await world.run("Write one and two, then last.");
  assert.equal(run.status, "waiting", run.statusDetail);
  const sessions = await world.h.operator("GET /runs/:id/task-sessions", { params: { id: run.id } });
  const byTitle = Object.fromEntries(
    sessions.map(({ title, taskId, dependsOn }) => [title, { taskId, dependsOn }]),
  );
  assert.deepEqual(byTitle.Last!.dependsOn.sort(), [byTitle.One!.taskId, byTitle.Two!.taskId].sort());
  await approvePending(world.h, run);
  assert.equal(world.repository.read("last.txt"), "last\n");
  assert.deepEqual(world.h.rebuildDifferences(), []);
});
