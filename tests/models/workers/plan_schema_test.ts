import assert from "node:assert/strict";
import fc from "fast-check";
import { parsePlan } from "../../../services/workforce/worker_kinds/model/plan_schema.ts";

const task = (id: string, dependsOn: string[]) => ({ id, title: id, instructions: `do ${id}`, dependsOn });

/** Plans over few names, so that circles, doubles and strangers come about. */
const anyPlan = fc.array(
  fc.record({
    id: fc.constantFrom("a", "b", "c", "d", "e"),
    dependsOn: fc.array(fc.constantFrom("a", "b", "c", "d", "e", "stranger"), { maxLength: 3 }),
  }),
  { minLength: 1, maxLength: 6 },
).map((tasks) => tasks.map(({ id, dependsOn }) => task(id, dependsOn)));

Deno.test("readPlan gives each task after those that it depends on, or says what is wrong; never both, never neither", () => {
  let [good, bad] = [0, 0];
  fc.assert(fc.property(anyPlan, (tasks) => {
    const read = parsePlan(JSON.stringify({ tasks }));
    const ids = tasks.map(({ id }) => id);
    const unsound = new Set(ids).size < ids.length ||
      tasks.some(({ dependsOn }) => dependsOn.some((id) => !ids.includes(id))) || hasCircle(tasks);
    assert.equal("problems" in read, unsound);
    if ("problems" in read) return void (bad++, assert.ok(read.problems.length > 0));
    good++;
    assert.deepEqual(read.tasks.map(({ id }) => id), read.tasks.map((_, i) => `task_${i + 1}`));
    const seen = new Set<string>();
    for (const { id, dependsOn } of read.tasks) {
      assert.ok(dependsOn.every((other) => seen.has(other)));
      seen.add(id);
    }
    assert.deepEqual(read.tasks.map(({ title }) => title).sort(), ids.toSorted());
  }));
  assert.ok(good > 0 && bad > 0);
});

/** By another way than the one that is tested: a path that comes back to where it began. */
function hasCircle(tasks: readonly { id: string; dependsOn: string[] }[]): boolean {
  const reaches = (from: string, to: string, seen: ReadonlySet<string>): boolean =>
    tasks.filter(({ id }) => id === from).some(({ dependsOn }) =>
      dependsOn.some((next) =>
        next === to || (!seen.has(next) && reaches(next, to, new Set([...seen, next])))
      )
    );
  return tasks.some(({ id }) => reaches(id, id, new Set()));
}

Deno.test("readPlan answers any text", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.json()), (text) => {
    const read = parsePlan(text);
    assert.ok("problems" in read || read.tasks.length > 0);
  }));
});

Deno.test("readPlan finds the plan in a fence and between words", () => {
  const plan = JSON.stringify({ tasks: [task("only", [])] });
  for (const text of [plan, `Here:\n\`\`\`json\n${plan}\n\`\`\`\nGood luck!`, `Sure. ${plan} That is all.`]) {
    assert.ok("tasks" in parsePlan(text), text);
  }
});
