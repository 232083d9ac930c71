import assert from "node:assert/strict";
import { PAGES, pathOf, withParts } from "./pages/mod.ts";

for (const [path, make] of Object.entries(PAGES)) {
  Deno.test(`${path} is what the code says now`, async () => {
    const current = await Deno.readTextFile(pathOf(path)) === await make();
    assert.ok(current, `${path} is stale. Run: deno task docs`);
  });
}

Deno.test("withParts() replaces what stands between the marks, and refuses a part that nobody makes", () => {
  const page = "a\n<!-- generated: run states -->\nold\n<!-- end -->\nb\n";
  const made = withParts(page);
  assert.match(made, /^a\n<!-- generated: run states -->\n\n```mermaid\n[^]+\n```\n\n<!-- end -->\nb\n$/);
  assert.equal(withParts(made), made);
  assert.throws(() => withParts(page.replace("run", "no")), /There is no generated part "no states"/);
});
