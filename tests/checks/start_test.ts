import assert from "node:assert/strict";
import { HEAP_FLAGS } from "../../services/ground/kernel/heap_flags.ts";
import configuration from "../../deno.json" with { type: "json" };
import { WORKER_ENTRIES } from "../../packaging/program.ts";
import { importsOf, packagesOf, PROGRAM } from "./sources.ts";

/** What Deno reads before the first line of a program runs: what is imported for its values, and literal dynamic imports. */
function readAhead(entry: string): string[] {
  const seen = new Set<string>();
  const visit = (path: string): void => {
    const source = PROGRAM.find((candidate) => candidate.path === path);
    if (seen.has(path) || !source) return;
    seen.add(path);
    for (const { to, typeOnly, hidden } of importsOf(source)) if (!typeOnly && !hidden) visit(to);
    for (
      const [, name] of source.text.matchAll(/^import (?!type )[^;]*"((?:node|npm):[^"]+|[a-z][^"]*)";$/gm)
    ) {
      seen.add(name!);
    }
    for (const [, name] of source.text.matchAll(/\bimport\(\s*"([^"]+)"\s*\)(?<!typeof import\([^)]*\))/g)) {
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
    !/\.ts$/.test(name) ||
    /^(?:compose|routes\/app|routes\/mod|store\/(?!lock|storage_error|words|shared\/)\S*)\.ts$/.test(name)
  );
  assert.deepEqual(slow, []);
});

Deno.test("cli.ts reads no package, nothing of Node and no service before it knows the command line", () => {
  const read = readAhead("cli.ts");
  assert.ok(read.includes("commands/main.ts"), read.join(", "));
  assert.deepEqual(
    read.filter((name) =>
      !/^(?:cli|client\/[a-z_]+|store\/shared\/[a-z_]+|commands\/(?:[a-z_/]+|main\.later))\.ts$/.test(name)
    ),
    [],
  );
});

Deno.test("no command reads schemas, the service or the store before it needs them", () => {
  const entries = PROGRAM.map(({ path }) => path).filter((path) => path.startsWith("commands/"));
  const schemas = /^commands\/(?:derived\/(?:answer_fields|describe|schema_fields)|mcp\/[a-z_/]+)\.ts$/;
  const slow = entries.filter((path) => !schemas.test(path)).flatMap((path) =>
    readAhead(path).filter((name) =>
      schemas.test(name) || /^(?:zod|dynamic .*|(?:routes|services|store)\/.*|main\.ts)$/.test(name)
    ).map((name) => `${path} reads ${name}`)
  );
  // Small files that read nothing themselves.
  const quick =
    / (?:store\/shared\/[a-z_]+|services\/(?:ground\/kernel\/(?:version|heap_flags|loopback|storage_place|token_proof)|knowledge\/project_context\/project_commands))\.ts$/;
  assert.deepEqual([...new Set(slow)].filter((line) => !quick.test(line)), []);
});

Deno.test("what is imported `as string`, for later, is a file or package that is there, and has the type of that very file", () => {
  const later = PROGRAM.flatMap(({ path, text }) =>
    [...text.matchAll(/\bimport\("([^"]+)" as string\)( as (?:Promise<)?typeof import\("([^"]+)"\))?/g)]
      .map(([, file, typed, type]) => ({ path, file: file!, typed: typed !== undefined, type }))
  );
  assert.ok(later.length > 50);
  const wrong = later.filter(({ file, typed, type }) => typed && type !== file);
  assert.deepEqual(wrong, []);
  const names = new Set(PROGRAM.map(({ path }) => path));
  const missing = later.filter(({ path, file }) =>
    file.startsWith(".") && !names.has(new URL(file, `file:///${path}`).pathname.slice(1))
  );
  assert.deepEqual(missing, []);
  const packages = PROGRAM.flatMap(packagesOf).filter(({ hidden }) => hidden).map(({ name }) => name);
  assert.deepEqual(packages.filter((name) => !(name in configuration.imports)), []);
  assert.deepEqual(later.filter(({ typed, path }) => !typed && path !== "main.later.ts"), []);
});

Deno.test("deno task serve starts the service with the heap that packages give it", () => {
  assert.ok(configuration.tasks.serve.split(" ").includes(HEAP_FLAGS), configuration.tasks.serve);
});

Deno.test("a process that parses untrusted content loads no schemas: the service checks its answer", () => {
  const parsers = WORKER_ENTRIES.filter((path) => path.endsWith("_parser.ts"));
  assert.ok(parsers.length > 5, parsers.join(", "));
  assert.deepEqual(parsers.filter((path) => readAhead(path).includes("zod")), []);
});
