import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { ROOT } from "../kit/root.ts";
import { describeApi } from "../../routes/describe.ts";
import { agentContract } from "../../services/operations/system/agent_contract.ts";
import { harness } from "../harness.ts";
import { CONTRACTS } from "../kit/contracts.ts";
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
  const document = (await h.json("GET", "/openapi.json")).body;
  assert.deepEqual(document, describeApi(CONTRACTS).openapi());
  const openapi = openapiFiles(document);
  const contract = agentContractFiles((await h.json("GET", "/agent-client/contract")).body);
  assert.ok(openapi.size > 1 && contract.size === 1);
  for (const [path, text] of [...openapi, ...contract]) assert.equal(text, read(path), path);
});

Deno.test("the golden agent contract shows each operation that is missing, of another class or described otherwise", () => {
  const contract = agentContract(describeApi(CONTRACTS), { sandbox: CONFINED, localPublic: false });
  const textOf = (changed: typeof contract) => [...agentContractFiles(changed).values()].join();
  const before = textOf(contract);
  const changes: Record<string, string>[] = [
    { classification: "blocked" },
    { summary: "Another" },
    { path: "/another" },
    { method: "HEAD" },
    { id: "HEAD /another" },
  ];
  for (const [i, operation] of contract.operations.entries()) {
    const withOne = (...those: typeof contract.operations) =>
      textOf({ ...contract, operations: contract.operations.toSpliced(i, 1, ...those) });
    assert.notEqual(withOne(), before, operation.id);
    assert.notEqual(withOne(operation, { ...operation }), before, operation.id);
    for (const change of changes) {
      assert.notEqual(withOne({ ...operation, ...change } as typeof operation), before, operation.id);
    }
  }
  assert.notEqual(textOf({ ...contract, boundarySummary: "Another" }), before);
});
