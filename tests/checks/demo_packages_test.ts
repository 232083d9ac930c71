import assert from "node:assert/strict";
import { join } from "node:path";
import { importsOf, packagesOf, PROGRAM } from "./sources.ts";
import { ROOT } from "../kit/root.ts";

/** What the demo fetches on empty caches, the README's first command. A heavy package belongs in a table `*.later.ts`. */
const FETCHED = [
  "@marcbachmann/cel-js",
  "ansi-regex",
  "commander",
  "croner",
  "diff",
  "eventsource-parser",
  "fastest-levenshtein",
  "get-east-asian-width",
  "hono",
  "rrule-temporal",
  "string-width",
  "strip-ansi",
  "temporal-spec",
  "windows-iana",
  "yaml",
  "zod",
];

const sourceAt = (path: string) => PROGRAM.find((source) => source.path === path)!;

/** What the tables load for the demo, which no import leads to. */
const ROOTS = [
  "cli.ts",
  "services/ground/kernel/environment.ts",
  "commands/command_line.ts",
  "commands/demo.ts",
  "services/ground/kernel/config.ts",
  "main.ts",
  ...importsOf(sourceAt("main.later.ts")).filter(({ hidden }) => hidden).map(({ to }) => to),
];

/** The packages that Deno fetches for a program: what it imports for its values, or names in a literal dynamic import. */
function packagesFrom(roots: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const found = new Set<string>();
  const visit = (path: string): void => {
    const source = sourceAt(path);
    if (seen.has(path) || !source) return;
    seen.add(path);
    for (const { to, typeOnly, hidden } of importsOf(source)) if (!typeOnly && !hidden) visit(to);
    for (const { name, typeOnly, hidden } of packagesOf(source)) if (!typeOnly && !hidden) found.add(name);
  };
  for (const root of roots) visit(root);
  return found;
}

const nameOf = (id: string): string => /^(?:@[^/@]+\/)?[^@]+/.exec(id)![0];

/** Packages with those that they depend on, as the lockfile says. */
function withDependencies(names: Iterable<string>): string[] {
  const lock = JSON.parse(Deno.readTextFileSync(join(ROOT, "deno.lock")));
  const entries = Object.entries(lock.npm as Record<string, { dependencies?: string[] }>);
  const all = new Set<string>();
  const visit = (name: string): void => {
    if (all.has(name)) return;
    all.add(name);
    const own = entries.filter(([id]) => nameOf(id) === name);
    assert.ok(own.length > 0, `${name} is not in deno.lock`);
    for (const [, { dependencies = [] }] of own) for (const each of dependencies) visit(nameOf(each));
  };
  for (const name of names) visit(name);
  return [...all].sort();
}

Deno.test("the README's first command fetches exactly these packages", () => {
  assert.deepEqual(withDependencies(packagesFrom(ROOTS)), FETCHED);
});

Deno.test("the commands of a checkout are described with no package that the demo does not fetch", () => {
  const table = importsOf(sourceAt("commands/derived/contracts.later.ts")).filter(({ hidden }) => hidden);
  const needed = packagesFrom(["packaging/describe_commands.ts", ...table.map(({ to }) => to)]);
  assert.ok(needed.has("zod"));
  assert.deepEqual(withDependencies(needed).filter((name) => !FETCHED.includes(name)), []);
});

Deno.test("the packages of a program: a literal dynamic import counts, an import for types or for later does not", () => {
  const path = "services/sample.ts";
  const text = [
    'import type { A } from "ai";',
    'import { type B } from "tsdav";',
    'import { Hono } from "hono/tiny";',
    'const one = () => import("zod");',
    'const two = () => import("cronstrue" as string) as Promise<typeof import("cronstrue")>;',
  ].join("\n");
  assert.deepEqual(
    packagesOf({ path, text }).filter(({ typeOnly, hidden }) => !typeOnly && !hidden).map(({ name }) => name),
    ["hono", "zod"],
  );
});
