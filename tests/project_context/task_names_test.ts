import assert from "node:assert/strict";
import { join } from "node:path";
import { TaskNames } from "../../services/knowledge/project_context/drift/task_names.ts";
import { temporaryDirectory } from "../temporary.ts";

Deno.test("the tasks of large files are read in time, with comments and trailing commas", async () => {
  const root = temporaryDirectory();
  try {
    const paths = Array.from({ length: 10 }, (_, at) => `deno-${at}.json`);
    const rest = "[],".repeat(40_000);
    for (const path of paths) {
      const text = `{ // tasks, }\n "tasks": {"${path} // ,]": "x", /* , */ }, "rest": [${rest}], }`;
      await Deno.writeTextFile(join(root, path), text);
    }
    const named = (name: string) => name === "deno.json" ? paths : [];
    const { names, open } = await TaskNames.read(root, { complete: true, named });
    assert.deepEqual([...names.deno], paths.map((path) => `${path} // ,]`));
    assert.equal(open.has("deno"), false);
  } finally {
    await Deno.remove(root, { recursive: true });
  }
});
