import assert from "node:assert/strict";
import fc from "fast-check";
import { parseSource } from "../../services/control/workflows/language/parse_source.ts";
import { writeSource } from "../../services/control/workflows/write_source.ts";
import { harness } from "../harness.ts";

const PIECES = [
  ..."\n\n\n \t\r\0\x01\"'\\-?:,[]{}#&*!|>%@`~=\u0085\u2028\ufeff🙂",
  "---",
  "...",
  ": ",
  " #",
  "- ",
  "  ",
  "null",
  "1e3",
  "<<",
  "some words ",
  "x".repeat(30),
];
const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 60, size: "max" }).map((all) =>
  all.join("")
);
const { value } = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { weight: 4, arbitrary: hostile },
    fc.constantFrom<unknown>(1, 1.5, true, null),
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(hostile, tie("value"), { maxKeys: 3 }),
  ),
}));
const definition = fc.record({ name: hostile, nodes: fc.array(value, { maxLength: 3 }) });

const read = (text: string): unknown => {
  const parsed = parseSource(text);
  assert.ok("value" in parsed, JSON.stringify(parsed));
  return parsed.value;
};
/** Keys have an order in JSON, and no prototype in YAML. */
const plain = (given: unknown): unknown => JSON.parse(JSON.stringify(given));

Deno.test("what is written as YAML is read as the same, whatever its texts contain", () => {
  fc.assert(
    fc.property(definition, (given) => {
      assert.deepEqual(plain(read(writeSource(given))), plain(given));
    }),
    { numRuns: 1_500 },
  );
});

Deno.test("what is written over an earlier text is read as the same", () => {
  fc.assert(
    fc.property(definition, definition, (earlier, given) => {
      assert.deepEqual(plain(read(writeSource(given, writeSource(earlier)))), plain(given));
    }),
    { numRuns: 500 },
  );
});

Deno.test("keys with the names of what every object has can be added to an earlier text, and removed from it", () => {
  for (const name of ["constructor", "toString", "__proto__"]) {
    const [without, added] = ['{"nodes":{}}', `{"nodes":{"${name}":{}}}`].map((text) => JSON.parse(text));
    for (const [earlier, given] of [[without, added], [added, without]]) {
      assert.deepEqual(plain(read(writeSource(given, writeSource(earlier)))), plain(given), name);
    }
  }
});

Deno.test("POST /saved-workflows keeps the texts of a definition as they are given", async () => {
  await using h = await harness();
  const words = "some words and more ".repeat(8);
  for (const [at, content] of [`   ${words}\n`, `a\u0001 ---\n \n${words}`].entries()) {
    const nodes = [{ id: "write", kind: "prompt", with: { content } }];
    const saved = await h.operator("POST /saved-workflows", {
      body: { definition: { name: `W${at}`, nodes } },
    });
    assert.partialDeepStrictEqual(plain(saved.definition["nodes"]), nodes);
  }
});
