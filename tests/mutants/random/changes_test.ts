import assert from "node:assert/strict";
import { changed, isSource, readSource, switched } from "./changes.ts";
import { hashOf, type Mutable, mutantsOf } from "./scope.ts";

const SOURCE = `import { a } from "./a.ts";
type Least = 1;
export function least(n: number, words: readonly string[]): string | null {
  // a comment with 7 < 8
  if (n < 2 && words.length > 0) return words[0] ?? null;
  words.forEach((word) => a(word));
  return null;
}
export const twice = (n: number) => n * 2;
`;

Deno.test("what can change in a source: conditions, boundaries, operands, returns, statements and constants, never types", () => {
  const told = readSource(SOURCE).changes.map(({ kind, start, end, instead }) =>
    `${kind}: ${SOURCE.slice(start, end)} → ${instead}`
  );
  const guard = "if (n < 2 && words.length > 0) return words[0] ?? null;";
  assert.deepEqual(told.sort(), [
    "boundary moved: n < 2 → (n) <= (2)",
    "boundary moved: words.length > 0 → (words.length) >= (0)",
    "condition negated: n < 2 && words.length > 0 → !(n < 2 && words.length > 0)",
    "constant changed: 0 → 1",
    "constant changed: 0 → 1",
    "constant changed: 2 → 3",
    "constant changed: 2 → 3",
    "operand dropped: n < 2 && words.length > 0 → (n < 2)",
    "operand dropped: n < 2 && words.length > 0 → (words.length > 0)",
    "return replaced: a(word) → null",
    "return replaced: a(word) → undefined",
    "return replaced: n * 2 → !(n * 2)",
    "return replaced: words[0] ?? null → !(words[0] ?? null)",
    `statement removed: ${guard} → {}`,
    "statement removed: words.forEach((word) => a(word)); → {}",
  ]);
});

Deno.test("every change of a source gives a source, alone and switched on beside others", async () => {
  const { changes } = readSource(SOURCE);
  for (const [number, change] of changes.entries()) {
    assert.ok(isSource(changed(SOURCE, change)), change.instead);
    assert.ok(isSource(switched(SOURCE, [{ ...change, number }])), change.instead);
  }
  const text = `let calls = 0;
const note = () => { calls++; };
export const least = (n) => { note(); if (n < 2) return "less"; return "more"; };
export const noted = () => calls;
`;
  const find = (what: string, of: string) =>
    readSource(text).changes.find(({ kind, start, end }) => kind === what && text.slice(start, end) === of)!;
  const [boundary, statement] = [find("boundary moved", "n < 2"), find("statement removed", "note();")];
  const numbered = [{ ...boundary, number: 1 }, { ...statement, number: 2 }];
  const { least, noted } = await import(
    `data:text/javascript,${encodeURIComponent(switched(text, numbered))}`
  );
  const told = [undefined, 1, 2].map((mutant) => {
    Reflect.set(globalThis, "mutant", mutant);
    return [least(2), noted()];
  });
  Reflect.deleteProperty(globalThis, "mutant");
  assert.deepEqual(told, [["more", 1], ["less", 2], ["more", 2]]);
});

Deno.test("the same seed makes the same mutants of the same sources, each once, by turns from every area", () => {
  const sources = ["policy", "store"].map((area): Mutable => ({
    area,
    path: `${area}.ts`,
    text: SOURCE,
    ...readSource(SOURCE),
  }));
  const all = [...mutantsOf(sources, 7)];
  assert.deepEqual([...mutantsOf(sources, 7)], all);
  assert.notDeepEqual([...mutantsOf(sources, 8)], all);
  assert.equal(new Set(all.map((each) => JSON.stringify(each))).size, sources.length * 15);
  assert.deepEqual(all.slice(0, 4).map(({ area }) => area), ["policy", "store", "policy", "store"]);
  assert.deepEqual([...new Set(all.map(({ line }) => line))].sort(), [5, 6, 9]);
  assert.notEqual(hashOf(sources), hashOf(sources.slice(1)));
});
