import assert from "node:assert/strict";
import { declarationsOf, glossaryOf, renamedExports, SHARED_NAMES, sharedNames } from "./type_names.ts";

const declarations = declarationsOf();

const PAGE = Deno.readTextFileSync(new URL("../../docs/developing.md", import.meta.url));

Deno.test("the name of a type stands once, or on the list of shared names, which only shrinks", () => {
  const shared = sharedNames(declarations);
  assert.deepEqual(
    [...shared].filter(([name]) => !(name in SHARED_NAMES)),
    [],
    "name each after what it is: deno run -A tests/checks/type_names.ts",
  );
  assert.deepEqual(Object.keys(SHARED_NAMES).filter((name) => !shared.has(name)), []);
});

Deno.test("modules re-export everything under its own name", () => {
  assert.deepEqual(renamedExports(), []);
  const renamed = {
    path: "services/mod.ts",
    text: 'export {\n  other,\n  type Place as Site,\n} from "./place.ts";\n',
  };
  assert.deepEqual(renamedExports([renamed]), ["services/mod.ts: Place as Site"]);
});

Deno.test("the glossary gives a word one meaning, and names types that stand once", () => {
  const rows = glossaryOf(PAGE);
  assert.ok(rows.length > 20, "the glossary is found");
  const words = rows.flatMap(({ word }) => word.split(", "));
  assert.deepEqual(words.filter((word, at) => words.indexOf(word) !== at), []);
  const types = rows.flatMap((row) => row.types);
  assert.ok(types.length > 15, "the types are found");
  const count = (name: string) => declarations.filter((each) => each.name === name).length;
  assert.deepEqual(types.filter((name) => count(name) === 0), [], "no such type");
  assert.deepEqual(types.filter((name) => name in SHARED_NAMES), [], "the name of different types");
});

Deno.test("types with one name are found in every form; clients may call a response what the service calls it", () => {
  const source = (path: string, text: string) => ({ path, text });
  const shared = (
    ...sources: { path: string; text: string }[]
  ) => [...sharedNames(declarationsOf(sources)).keys()];
  const place = source("store/a.ts", "export type Place = { path: string };\n");
  for (
    const text of [
      "export type Place = string;\n",
      "export type Place<T> =\n  | { kind: T }\n  | null;\n",
      "export interface Place {\n  path: string;\n}\n",
      "export class Place {}\n",
      "export abstract class Place<T> extends Base<T> {}\n",
    ]
  ) assert.deepEqual(shared(place, source("services/ground/b.ts", text)), ["Place"], text);
  assert.deepEqual(shared(place, source("services/ground/b.ts", "type Place = string;\n")), []);

  const run = source("services/control/runs/schemas.ts", "export type Run = z.infer<typeof runSchema>;\n");
  const page = source("ui/runs/types.ts", 'export type Run = Result<Api["GET /runs/:id"]>;\n');
  const command = source(
    "commands/types.ts",
    'export type Full = Result<Api["GET /runs/:id"]>;\nexport type Run = Full;\n',
  );
  assert.deepEqual(shared(run, page, command), []);
  const other = source("commands/types.ts", 'export type Run = Result<Api["GET /runs"]>[number];\n');
  assert.deepEqual(shared(run, page, other), ["Run"], "two endpoints");
  assert.deepEqual(
    shared(run, source("ui/runs/run.ts", "export type Run = { id: string };\n")),
    ["Run"],
    "no endpoint",
  );
});
