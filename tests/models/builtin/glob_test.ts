import assert from "node:assert/strict";
import { expandBraces, matchesGlob } from "../../../services/workforce/worker_tools/glob.ts";

for (
  const [pattern, path, matches] of [
    ["*.md", "a.md", true],
    ["*.md", "docs/a.md", false],
    ["**/*.md", "a.md", true],
    ["**/*.md", "x/y/a.md", true],
    ["**/*.yml", ".github/workflows/ci.yml", true],
    ["docs/**", "docs/a/b", true],
    ["docs/**", "docs", true],
    ["docs/**/a", "docs/a", true],
    ["a?c", "abc", true],
    ["a?c", "a/c", false],
    ["a?c", "aéc", true],
    ["[a-c]x", "bx", true],
    ["[!a-c]x", "bx", false],
    ["[]]x", "]x", true],
    ["a[b", "a[b", true],
    ["*.{ts,js}", "a.js", true],
    ["{a,b{c,d}}/x", "bd/x", true],
    ["{a}", "{a}", true],
    ["a*b*c", "aXbYbZc", true],
    ["a*b*c", "aXbYb", false],
    ["*", "a/b", false],
  ] as const
) {
  Deno.test(`matchesGlob: ${pattern} ${matches ? "matches" : "does not match"} ${path}`, () => {
    assert.equal(matchesGlob(pattern, path), matches);
  });
}

Deno.test("matchesGlob finishes for a pattern made to backtrack", () => {
  assert.equal(matchesGlob(`${"*a".repeat(100)}b`, "a".repeat(255)), false);
  assert.equal(matchesGlob(`${"**/".repeat(100)}b`, "a/".repeat(200)), false);
});

Deno.test("expandBraces gives null for more than 64 alternatives", () => {
  assert.equal(expandBraces("{a,b}".repeat(7)), null);
  assert.equal(expandBraces("{a,b}".repeat(6))?.length, 64);
});
