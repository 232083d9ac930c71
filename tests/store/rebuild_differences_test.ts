import assert from "node:assert/strict";
import { harness } from "../harness.ts";

Deno.test("rebuildDifferences() names the tables in which a row was added, changed or removed", async () => {
  await using h = await harness();
  await h.operator("POST /coordinator/conversations", { body: {} });
  for (
    const [sql, differing] of [
      ["insert into documents_run (id, version, body) values ('run_x', 1, '{}')", ["documents_run"]],
      ["delete from documents_run", []],
      ["update documents_conversation set version = version + 1", ["documents_conversation"]],
      ["update documents_conversation set version = version - 1", []],
      ["delete from documents_conversation", ["documents_conversation"]],
    ] as const
  ) {
    h.store.database.exec(sql);
    assert.deepEqual(h.rebuildDifferences(), differing, sql);
  }
});
