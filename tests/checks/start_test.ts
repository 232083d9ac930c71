import assert from "node:assert/strict";
import { importsOf, PROGRAM } from "./sources.ts";

/** What Deno reads before the first line of a program runs: what is imported for its values, and literal dynamic imports. */
function readAhead(entry: string): string[] {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const source = PROGRAM.find((candidate) => candidate.path === path);
    if (seen.has(path) || !source) return;
    seen.add(path);
    for (const { to, typeOnly } of importsOf(source)) if (!typeOnly) visit(to);
    for (
      const [, name] of source.text.matchAll(/^import (?!type )[^;]*"((?:node|npm):[^"]+|[a-z][^"]*)";$/gm)
    ) {
      seen.add(name!);
    }
    for (const [, name] of source.text.matchAll(/\bawait import\("([^"]+)"\)/g)) {
      seen.add(`dynamic ${name}`);
    }
  };
  visit(entry);
  return [...seen];
}

Deno.test("main.ts listens before it reads the routes, the executor, or a module of node that is slow to load", () => {
  const read = readAhead("main.ts");
  assert.ok(read.includes("store/registry.ts") && read.includes("zod"), "the store is read first");
  const slow = read.filter((name) =>
    name === "hono" || /^dynamic /.test(name) || /^(?:compose|routes\/app|routes\/mod)\.ts$/.test(name) ||
    (name.startsWith("node:") && name !== "node:sqlite")
  );
  assert.deepEqual(slow, []);
});
