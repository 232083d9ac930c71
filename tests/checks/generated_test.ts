import assert from "node:assert/strict";
import { generatedFiles, MOST_GENERATED, WRITTEN } from "./generated.ts";
import { filesOf } from "../kit/root.ts";

Deno.test(`commands write at most ${MOST_GENERATED} lines of the repository, and no file is large without a reason`, () => {
  const { files, unknown } = generatedFiles();
  const lines = [...files.values()].reduce((all, each) => all + each, 0);
  assert.ok(
    files.has("docs/cli.md") && files.has("tests/golden/runs/openapi.txt"),
    "the generated files are found",
  );
  assert.ok(
    files.has("commands/derived/contracts.later.ts"),
    "a file that says that it is generated is found",
  );
  assert.ok(lines <= MOST_GENERATED, `${lines} lines: deno run -A tests/checks/generated.ts says where`);
  assert.deepEqual(unknown, [], "a command writes them, or tests/checks/generated.ts says why they are long");
  const present = new Set(filesOf(""));
  assert.deepEqual(Object.keys(WRITTEN).filter((path) => !present.has(path)), []);
});
