import assert from "node:assert/strict";
import { PROGRAM, SOURCES } from "./sources.ts";
import { unusedExports } from "./unused_exports.ts";

Deno.test("every export is imported somewhere", () => {
  assert.deepEqual(unusedExports(PROGRAM, SOURCES), []);
});

Deno.test("an export is used by its name, under another name, as a type, passed on, or with its whole file", () => {
  const program = [{
    path: "x/a.ts",
    text: "export const one = 1;\nexport type Two = 2;\nconst three = 3;\n",
  }];
  const left = (text: string) => unusedExports(program, [...program, { path: "y/b.ts", text }]);
  assert.deepEqual(left(""), ["x/a.ts one", "x/a.ts Two"]);
  assert.deepEqual(left('import { one as first, type Two } from "../x/a.ts";'), []);
  assert.deepEqual(left('export { one } from "../x/a.ts";'), ["x/a.ts Two"]);
  for (const text of ['import * as a from "../x/a.ts";', 'await import("../x/a.ts" as string);']) {
    assert.deepEqual(left(text), []);
  }
});
