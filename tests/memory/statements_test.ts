import assert from "node:assert/strict";
import fc from "fast-check";
import { bagOf, contradicts, statementsOf } from "../../store/memory/statements.ts";
import { assertGrowsWithSize } from "../growth.ts";

const clash = (a: string, b: string): boolean =>
  statementsOf(a).some((one) =>
    statementsOf(b).some((other) => one.subject === other.subject && contradicts(one.value, other.value))
  );

const CONTRADICTING = [
  ["The build tool is npm.", "Our build tool is deno"],
  ["Use tabs for indentation", "Please use spaces for indentation."],
  ["Use PostgreSQL for storage.", "Storage is SQLite."],
  ["For deployments, use staging", "Use production for deployments"],
  ["Always run the tests before a commit", "Don't run the tests before a commit"],
  ["Prefer rebase over merge.", "Use merge instead of rebase"],
  ["timeout: 30 seconds", "timeout = 60 seconds"],
  ["The API is public", "The API is not public"],
  ["First a word. The port is 4317.", "The port is 8080. Then another."],
] as const;

const COMPATIBLE = [
  ["The build tool is npm.", "The test tool is deno."],
  ["The build tool is deno", "The build tool is deno 2.9"],
  ["Use tabs for indentation", "Use deno for tests"],
  ["The API is not public", "The API is not stable"],
  ["The API is not public", "The API is stable"],
  ["This is a test", "That is an example"],
  ["Always run the tests", "Always write the tests"],
  ["", "The port is 1"],
] as const;

Deno.test("statementsOf and contradicts see what excludes each other by the shape of the sentences", () => {
  for (const [a, b] of CONTRADICTING) assert.ok(clash(a, b), `${a} | ${b}`);
  for (const [a, b] of COMPATIBLE) assert.ok(!clash(a, b), `${a} | ${b}`);
});

Deno.test("contradicts is symmetric, nothing contradicts itself, and any text can be read", () => {
  const phrase = fc.constantFrom(...CONTRADICTING.flat(), ...COMPATIBLE.flat());
  fc.assert(fc.property(phrase, phrase, (a, b) => assert.equal(clash(a, b), clash(b, a))));
  fc.assert(fc.property(fc.string({ unit: "grapheme", maxLength: 300 }), (text) => {
    assert.ok(statementsOf(text).length <= 8);
    assert.ok(!clash(text, text));
    assert.equal(bagOf(text), bagOf(text.split(/\s+/).toReversed().join("  ")));
  }));
});

Deno.test("statementsOf stays fast on texts that are made to be slow", () => {
  for (const part of ["always ", "use a for ", "is ", "a: ", "please use ", "''''", "= = "]) {
    assertGrowsWithSize((size) => statementsOf(`${part.repeat(size / part.length)}\n`.repeat(31)), 390, part);
  }
});
