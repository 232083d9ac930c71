import assert from "node:assert/strict";
import { CONTRACTS } from "../../commands/derived/contracts.later.ts";
import { contracts } from "../../routes/mod.ts";
import { CONTRACTS_TABLE, contractsTable } from "./contracts_table.ts";

Deno.test("the command line's table of contracts is up to date, and loads those that are served", async () => {
  const hint = "It is stale: run deno task golden.";
  assert.equal(Deno.readTextFileSync(CONTRACTS_TABLE), contractsTable(), hint);
  for (const [domain, load] of Object.entries(CONTRACTS)) {
    assert.equal(await load(), contracts[domain as keyof typeof contracts], domain);
  }
});
