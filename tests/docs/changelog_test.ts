import assert from "node:assert/strict";
import { join } from "node:path";
import { ROOT } from "../kit/root.ts";

/** Returns the headings and entries of a changelog that appear more than once; an entry counts by its first 60 characters. */
function repeated(text: string): string[] {
  const lines = text.split("\n").filter((line) => /^(?:###? |\*\*|- )/.test(line)).map((line) =>
    line.slice(0, 60)
  );
  return lines.filter((line, at) => lines.indexOf(line) !== at);
}

Deno.test("the changelog has each heading and each entry once", async () => {
  assert.deepEqual(repeated(await Deno.readTextFile(join(ROOT, "CHANGELOG.md"))), []);
});

Deno.test("a heading and an entry that a merge left twice are found", () => {
  const text = "## Unreleased\n\n### Added\n\n- One.\n- Two.\n\n### Fixed\n\n- One.\n\n### Added\n";
  assert.deepEqual(repeated(text), ["- One.", "### Added"]);
});
