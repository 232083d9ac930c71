import assert from "node:assert/strict";
import { PROGRAM, SOURCES } from "./sources.ts";
import { unusedExports } from "./unused_exports.ts";

/** How many exports nobody imports. The number only falls. */
const UNUSED = 213;

Deno.test("exports that nobody imports only become fewer", () => {
  const found = unusedExports(PROGRAM, SOURCES);
  assert.ok(found.length <= UNUSED, `${found.length} exports, where ${UNUSED} may be:\n${found.join("\n")}`);
  assert.equal(found.length, UNUSED, "there are fewer: write the new number above");
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
