import assert from "node:assert/strict";
import fc from "fast-check";
import { Allowances } from "../../../services/workforce/agents/allowances.ts";

const change = (path: string, newObject = "new", newMode = "100644", oldMode = "100644") => ({
  path,
  oldMode,
  newMode,
  oldObject: "old",
  newObject,
});

/** Text without line ends of its own, so that a piece of it can be told from the rest. */
const line = fc.stringMatching(/^[a-z]{1,8}$/);

Deno.test("Allowances: however many edits of one file are approved, what each makes of the text it was for is covered", () => {
  const pieces = fc.array(fc.tuple(line, line), { minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(pieces, (edits) => {
      const allowances = new Allowances();
      const results = edits.map(([oldText, newText]) => {
        const before = `<${oldText}>`;
        allowances.allowEdit("a", [{ path: "a", oldText, newText }], before);
        return before.replaceAll(oldText, () => newText);
      });
      for (const text of results) assert.ok(allowances.covers(change("a"), text));
      assert.ok(!allowances.covers(change("a"), "<9>"));
    }),
  );
});

Deno.test("Allowances: whatever whole-file edits are approved, each of their texts is covered and nothing else of the path", () => {
  fc.assert(
    fc.property(fc.uniqueArray(line, { minLength: 2, maxLength: 6 }), line, (texts, other) => {
      // Where one text is a piece of another, an edit may be meant for that piece, and lead to further texts.
      fc.pre([...texts, other].every((text, i, all) => !all.some((one, j) => i !== j && one.includes(text))));
      const allowances = new Allowances();
      const [before, ...edits] = texts;
      for (const newText of edits) {
        allowances.allowEdit("a", [{ path: "a", oldText: before!, newText }], before!);
      }
      for (const text of edits) assert.ok(allowances.covers(change("a"), text));
      assert.ok(!allowances.covers(change("a"), other));
      assert.ok(!allowances.covers(change("b"), edits[0]!));
    }),
  );
});

Deno.test("Allowances: pieces replaced one after the other are covered in the order in which they were approved", () => {
  fc.assert(
    fc.property(fc.uniqueArray(line, { minLength: 2, maxLength: 5 }), (words) => {
      const allowances = new Allowances();
      const before = words.map((word) => `<${word}>`).join("\n");
      let text = before;
      for (const word of words) {
        const diff = { path: "a", oldText: `<${word}>`, newText: `[${word}]` };
        allowances.allowEdit("a", [diff], before);
        text = text.replace(diff.oldText, diff.newText);
        assert.ok(allowances.covers(change("a"), text), text);
      }
      assert.ok(!allowances.covers(change("a"), `${text}!`));
    }),
  );
});

Deno.test("Allowances: a mode that was not shown, a deletion, a link and other line ends", () => {
  const allowances = new Allowances();
  allowances.allowEdit("a", [{ path: "a", oldText: "x\n", newText: "y\n" }], "x\n");
  assert.ok(allowances.covers(change("a"), "y\r\n"), "git may keep other line ends");
  assert.ok(!allowances.covers(change("a", "new", "100755"), "y\n"));
  assert.ok(!allowances.covers(change("a", "0", "000000"), null));
  assert.ok(!allowances.covers(change("a", "new", "120000"), null));
});

Deno.test("Allowances: the states that a command left are covered exactly; a path without a diff, whatever it becomes", () => {
  const allowances = new Allowances();
  allowances.allowStates([change("built", "one", "100755")]);
  assert.ok(allowances.covers(change("built", "one", "100755"), "text"));
  assert.ok(!allowances.covers(change("built", "two", "100755"), "text"));
  allowances.allowEdit("unsaid", [], null);
  assert.ok(allowances.covers(change("unsaid", "0", "000000"), null));
});
