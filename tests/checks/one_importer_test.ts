import assert from "node:assert/strict";
import { filesApart } from "./one_importer.ts";
import { PROGRAM } from "./sources.ts";

/** How many short files stand apart from their only importer. The number only falls. */
const APART = 49;

Deno.test("short files with one importer in their own folder only become fewer", () => {
  const found = filesApart(PROGRAM).map(({ file, importer }) => `${file} → ${importer}`);
  assert.ok(found.length <= APART, `${found.length} files, where ${APART} may be:\n${found.join("\n")}`);
  assert.equal(found.length, APART, "there are fewer: write the new number above");
});

Deno.test("a short file stands apart unless it is named, in a family, long, or read from elsewhere as well", () => {
  const long = "const line = 1;\n".repeat(140);
  const apart = (importer: string, ...files: string[]) =>
    filesApart([
      { path: importer, text: files.map((file) => `import { a } from "./${file}";\n`).join("") },
      ...files.map((file) => ({ path: `x/${file}`, text: `export const a = 1;\n${long.slice(0, 160)}` })),
    ]).map(({ file }) => file);
  assert.deepEqual(apart("x/one.ts", "helper.ts"), ["x/helper.ts"]);
  assert.deepEqual(apart("x/one.ts", "schemas.ts", "audio_stream.ts"), []);
  assert.deepEqual(apart("x/mod.ts", "helper.ts"), []);
  assert.deepEqual(apart("y/one.ts", "helper.ts"), []);
  assert.deepEqual(apart("x/one.ts", "a.ts", "b.ts", "c.ts", "d.ts"), []);
  const used = { path: "x/helper.ts", text: "export const a = 1;\n" };
  const by = (path: string, text = "") => ({ path, text: `import { a } from "./helper.ts";\n${text}` });
  assert.deepEqual(filesApart([used, by("x/one.ts", long)]).length, 1);
  assert.deepEqual(filesApart([used, by("x/one.ts", long + long)]), []);
  assert.deepEqual(filesApart([used, by("x/one.ts"), by("x/two.ts")]), []);
});
