import assert from "node:assert/strict";
import fc from "fast-check";
import { conflicts, footprint } from "../../../services/workforce/recipes/planning/conflict.ts";
import { parseRecipe } from "../../../services/workforce/recipes/parse.ts";
import { MAX_TASKS, planRecipe } from "../../../services/workforce/recipes/plan.ts";
import type { PlannedTask } from "../../../services/workforce/workers/worker.ts";
import { assertGrowsWithSize } from "../../growth.ts";

function tasksOf(text: string, mode: "parallel" | "sequential" = "parallel"): PlannedTask[] {
  const plan = planRecipe(text, mode);
  assert.ok("tasks" in plan, JSON.stringify(plan));
  return plan.tasks;
}

const dependencies = (text: string) => tasksOf(text).map(({ dependsOn }) => dependsOn.join(" "));
const lines = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, i) => line(i)).join("\n");

Deno.test("planRecipe makes parallel tasks of independent instructions, with ids, titles and commands", () => {
  assert.deepEqual(tasksOf('create docs/NOTE.md with "x"\nrename a to b'), [
    {
      id: "task_1",
      title: "Create docs/NOTE.md",
      instructions: 'create docs/NOTE.md with "x"',
      dependsOn: [],
      commands: [],
    },
    { id: "task_2", title: "Rename a to b", instructions: "rename a to b", dependsOn: [], commands: [] },
  ]);
});

for (
  const [what, first, second, meet] of [
    ["the same path", 'create a with "x"', 'append "y" to a', true],
    ["the same path in another casing", 'create A.md with "x"', 'append "y" to a.md', true],
    ["another path", 'create a with "x"', 'append "y" to ab', false],
    ["a path in a renamed directory", "rename docs to guide", 'append "y" to docs/a.md', true],
    ["the target of a rename", "rename a to b", 'append "y" to b', true],
    ["the directory above", 'create docs/a.md with "x"', "delete docs", true],
    ["a glob that matches", 'create src/a.ts with "x"', 'replace "x" with "y" in src/**/*.ts', true],
    ["a glob that does not match", 'create src/a.md with "x"', 'replace "x" with "y" in src/**/*.ts', false],
    ["a glob in another directory", 'create docs/a.ts with "x"', 'replace "x" with "y" in src/*.ts', false],
    ["a directory that may hold matches", "delete src/old", 'replace "x" with "y" in **/*.ts', true],
    ["a directory above a glob", "delete src", 'replace "x" with "y" in src/lib/*.ts', true],
    [
      "globs with the same ending",
      'replace "a" with "b" in **/*.ts',
      'replace "x" with "y" in src/*.ts',
      true,
    ],
    ["globs with other endings", 'replace "a" with "b" in **/*.ts', 'replace "x" with "y" in **/*.md', false],
    ["globs in other directories", 'replace "a" with "b" in docs/*', 'replace "x" with "y" in src/*', false],
    [
      "a name with brackets",
      'append "a" to app/[id]/page.tsx',
      'replace "x" with "y" in app/[id]/page.tsx',
      true,
    ],
  ] as const
) {
  Deno.test(`planRecipe ${meet ? "orders" : "does not order"} instructions on ${what}`, () => {
    assert.deepEqual(dependencies(`${first}\n${second}`), ["", meet ? "task_1" : ""]);
  });
}

Deno.test("planRecipe lets a command wait for all before it and all after wait for it", () => {
  const text = 'create a with "x"\ncreate b with "x"\nrun npm test\ncreate c with "x"\nrun npm run lint';
  assert.deepEqual(dependencies(text), [
    "",
    "",
    "task_1 task_2",
    "task_1 task_2 task_3",
    "task_1 task_2 task_3 task_4",
  ]);
  assert.deepEqual(tasksOf(text).map(({ commands }) => commands), [[], [], ["npm test"], [], [
    "npm run lint",
  ]]);
});

Deno.test("planRecipe lists what a task depends on over others, too", () => {
  assert.deepEqual(dependencies("rename a to b\nrename b to c\nrename c to d"), [
    "",
    "task_1",
    "task_1 task_2",
  ]);
});

Deno.test("planRecipe makes one task of everything in sequential mode", () => {
  const [task, ...others] = tasksOf('create a with "x"\nrun npm test\ncreate b with "x"', "sequential");
  assert.equal(others.length, 0);
  assert.equal(task?.title, "Create a and 2 more");
  assert.equal(task?.instructions, 'create a with "x"\nrun npm test\ncreate b with "x"');
  assert.deepEqual(task?.commands, ["npm test"]);
});

Deno.test("planRecipe spreads more than 12 independent instructions evenly over 12 parallel tasks", () => {
  const tasks = tasksOf(lines(30, (index) => `create f${index} with "x"`));
  assert.equal(tasks.length, MAX_TASKS);
  assert.ok(tasks.every(({ dependsOn }) => dependsOn.length === 0));
  assert.ok(tasks.every(({ instructions }) => [2, 3].includes(instructions.split("\n").length)));
});

Deno.test("planRecipe keeps what meets in one task when there are more than 12 instructions", () => {
  const tasks = tasksOf(lines(20, (index) => `append "${index}" to f${index % 2}`));
  assert.deepEqual(tasks.map(({ dependsOn }) => dependsOn), [[], []]);
  assert.match(tasks[1]?.instructions ?? "", /^append "1" to f1\nappend "3" to f1\n/);
});

Deno.test("planRecipe makes one task of more than 12 stages", () => {
  assert.equal(tasksOf(lines(20, (index) => `create f${index} with "x"\nrun echo ${index}`)).length, 1);
});

Deno.test("planRecipe gives the lines it does not understand, where the forms are and the way to a model", () => {
  const plan = planRecipe("Write a poem", "parallel");
  assert.ok("help" in plan);
  assert.equal(plan.misunderstood[0]?.line, 1);
  assert.match(plan.help, /agent-harness run --help[^]*agent-harness connect/);
});

const path = fc.constantFrom("a", "a/b", "a/c", "d", "d/e.md", "f.md", "g/h/i.ts");
const line = fc.oneof(
  { weight: 6, arbitrary: path.map((path) => `append "x" to ${path}`) },
  {
    weight: 2,
    arbitrary: fc.tuple(path, path).filter(([a, b]) => a !== b).map(([a, b]) => `rename ${a} to ${b}`),
  },
  { weight: 2, arbitrary: path.map((path) => `delete ${path}`) },
  {
    weight: 2,
    arbitrary: fc.constantFrom("**/*.md", "a/*", "g/**").map((glob) => `replace "x" with "y" in ${glob}`),
  },
  { weight: 1, arbitrary: fc.constant("run true") },
);

Deno.test("planRecipe never makes two instructions that meet parallel, nor swaps them, nor makes more than 12 tasks", () => {
  fc.assert(
    fc.property(fc.array(line, { minLength: 1, maxLength: 40 }), (written) => {
      // Numbered, so that each instruction is found again in the plan.
      const tasks = tasksOf(written.join("\n"));
      assert.ok(tasks.length <= MAX_TASKS);
      const placed = tasks.flatMap((task, taskIndex) =>
        task.instructions.split("\n").map((text) => ({ text, taskIndex }))
      );
      assert.deepEqual(placed.map(({ text }) => text).sort(), [...written].sort());
      const waits = tasks.map(({ dependsOn }) => new Set(dependsOn.map((id) => Number(id.slice(5)) - 1)));
      assert.ok(waits.every((before, index) => [...before].every((other) => other < index)));
      for (const [i, one] of placed.entries()) {
        for (const other of placed.slice(i + 1)) {
          if (one.taskIndex === other.taskIndex || !meet(one.text, other.text)) continue;
          assert.ok(waits[other.taskIndex]?.has(one.taskIndex), `${one.text} and ${other.text} are parallel`);
        }
      }
      const meeting = (texts: string[]) =>
        texts.filter((text) => texts.some((other) => other !== text && meet(text, other)));
      for (const text of new Set(meeting(written))) {
        const order = (texts: string[]) => texts.filter((other) => other === text || meet(text, other));
        assert.deepEqual(order(placed.map(({ text }) => text)), order(written));
      }
    }),
    { numRuns: 500 },
  );
});

function meet(a: string, b: string): boolean {
  const [x, y] = [a, b].map((text) => {
    const parsed = parseRecipe(text);
    assert.ok("instructions" in parsed && parsed.instructions[0]);
    return footprint(parsed.instructions[0]);
  });
  return !x || !y || conflicts(x, y);
}

Deno.test("planRecipe plans a request of 100,000 characters as fast as a short one, for its length", () => {
  const plan = (text: string) => assert.ok(tasksOf(text).length <= MAX_TASKS);
  assertGrowsWithSize((count) => plan(lines(count, (index) => `delete f${index % (count / 2)}`)), 8_000);
  assertGrowsWithSize((count) => plan(lines(count, (index) => `replace "x" with "y" in *${index}`)), 3_500);
  // Were patterns compared by trying, this would not end.
  plan(lines(60, (index) => `replace "x" with "y" in ${"*a".repeat(200)}${index}`));
});
