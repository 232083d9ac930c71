import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { ROOT } from "../checks/sources.ts";
import { harness } from "../harness.ts";
import { agentContractFiles, CONFINED, existingFiles, goldenFiles, openapiFiles } from "./files.ts";

const FILES = await goldenFiles();
const read = (path: string): string => Deno.readTextFileSync(join(ROOT, path));

for (const [directory, paths] of Map.groupBy(FILES.keys(), dirname)) {
  Deno.test(`${directory}: its files are what the code says; \`deno task golden\` writes them`, () => {
    for (const path of paths) assert.equal(read(path), FILES.get(path), path);
  });
}

Deno.test("no golden file is there of a domain that is not", () => {
  assert.deepEqual(existingFiles().sort(), [...FILES.keys()].sort());
});

Deno.test("GET /openapi.json and GET /agent-client/contract answer the golden documents", async () => {
  await using h = await harness({ sandbox: CONFINED });
  const openapi = openapiFiles((await h.json("GET", "/openapi.json")).body);
  const contract = agentContractFiles((await h.json("GET", "/agent-client/contract")).body);
  assert.ok(openapi.size > 1 && contract.size > 1);
  for (const [path, text] of [...openapi, ...contract]) assert.equal(text, read(path), path);
});
