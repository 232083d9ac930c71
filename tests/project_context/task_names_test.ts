import assert from "node:assert/strict";
import { join } from "node:path";
import { TaskNames } from "../../services/knowledge/project_context/drift/task_names.ts";
import { temporaryDirectory } from "../temporary.ts";

type Limits = Parameters<typeof TaskNames.read>[2];

/** What is read of a directory that has these files alone, each under the name of its kind. */
async function readTasks(kind: string, texts: readonly string[], limits?: Limits): Promise<TaskNames> {
  const root = temporaryDirectory();
  try {
    const paths = texts.map((_, at) => `${kind}-${at}`);
    for (const [at, path] of paths.entries()) await Deno.writeTextFile(join(root, path), texts[at]!);
    const named = (name: string) => name === kind ? paths : [];
    return await TaskNames.read(root, { complete: true, named }, limits);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
}

Deno.test("the tasks of large files are read in time, with comments and trailing commas", async () => {
  const keys = Array.from({ length: 10 }, (_, at) => `${at} // ,]`);
  const rest = "[],".repeat(40_000);
  const texts = keys.map((key) => `{ // tasks, }\n "tasks": {"${key}": "x", /* , */ }, "rest": [${rest}], }`);
  const { names, open } = await readTasks("deno.json", texts);
  assert.deepEqual([...names.deno], keys);
  assert.equal(open.has("deno"), false);
});

Deno.test("the targets of large files are read in time, with long lines that look like patterns", async () => {
  const lines = `${"%".repeat(499)}\n`.repeat(260);
  const texts = Array.from({ length: 50 }, (_, at) => `build${at}:\n${lines}`);
  // Processor time of the parser: a second here where it grew with the square of a line.
  const { names, open } = await readTasks("Makefile", texts, { deadlineMilliseconds: 500 });
  assert.deepEqual([...names.make], texts.map((_, at) => `build${at}`));
  assert.equal(open.has("make"), false);
});

Deno.test("a pattern, as a target or behind a variable, leaves the targets unknown only where it names one", async () => {
  for (
    const [text, open] of [["%.o: %.c", true], ["a%b c:", true], ["NAME = %:", false], [
      "all: # 5%:",
      false,
    ]] as const
  ) {
    assert.equal((await readTasks("Makefile", [text])).open.has("make"), open, text);
  }
});

Deno.test("files that take too long to parse leave the names of every tool unknown", async () => {
  const { names, open } = await readTasks("Makefile", ["build:\n".repeat(10_000)], {
    deadlineMilliseconds: 0,
  });
  assert.deepEqual(Object.values(names).map(({ size }) => size), [0, 0, 0, 0]);
  assert.deepEqual([...open].sort(), ["deno", "just", "make", "npm"]);
});
