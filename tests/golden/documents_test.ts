import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { CONFINED, DOCUMENTS, goldenFile, printed } from "./documents.ts";

for (const [name, make] of Object.entries(DOCUMENTS)) {
  Deno.test(`tests/golden/${name} is what the service says; \`deno task golden\` writes it`, () => {
    assert.equal(printed(make()), Deno.readTextFileSync(goldenFile(name)));
  });
}

Deno.test("GET /openapi.json and GET /agent-client/contract answer the golden documents", async () => {
  await using h = await harness({ sandbox: CONFINED });
  for (
    const [path, name] of [["/openapi.json", "openapi.json"], [
      "/agent-client/contract",
      "agent_contract.json",
    ]]
  ) {
    const { body } = await h.json("GET", path!);
    assert.equal(printed(body), Deno.readTextFileSync(goldenFile(name!)));
  }
});
