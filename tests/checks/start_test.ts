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

Deno.test("main.ts listens before it reads the store, the routes, or a package", () => {
  const read = readAhead("main.ts");
  assert.ok(read.includes("routes/door.ts") && read.includes("store/lock.ts"), read.join(", "));
  const slow = read.filter((name) =>
    !/\.ts$/.test(name) || /^(?:compose|routes\/app|routes\/mod|store\/(?!lock)\S*)\.ts$/.test(name)
  );
  assert.deepEqual(slow, []);
});
