import assert from "node:assert/strict";
import { join } from "node:path";
import { filesOf, ROOT } from "../checks/sources.ts";
import type { Json } from "./schema_lines.ts";
import { openapiFiles } from "./files.ts";

type Part = { paths: Record<string, Json>; schemas: Json; components?: Json };

Deno.test("the signature of the golden documents as JSON is the golden signature", () => {
  const { paths, schemas, head, components } = documentOfGoldens();
  const files = openapiFiles({ ...head, paths, components: { ...components, schemas } });
  assert.ok(files.size > 30);
  for (const [path, text] of files) assert.equal(text, Deno.readTextFileSync(join(ROOT, path)), path);
});

function documentOfGoldens() {
  const whole = {
    paths: {} as Record<string, Json>,
    schemas: {} as Json,
    head: {} as Json,
    components: {} as Json,
  };
  for (const path of [...filesOf("tests/golden", "openapi.json")].sort()) {
    const { paths, schemas, components, ...head } = JSON.parse(
      Deno.readTextFileSync(join(ROOT, path)),
    ) as Part;
    for (const [name, item] of Object.entries(paths)) whole.paths[name] = { ...whole.paths[name], ...item };
    Object.assign(whole.schemas, schemas);
    Object.assign(whole.components, components);
    Object.assign(whole.head, head);
  }
  return whole;
}
