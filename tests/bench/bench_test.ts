import assert from "node:assert/strict";
import { groups } from "../../bench/mod.ts";
import { TINY } from "../../bench/size.ts";
import { temporaryDirectory } from "../temporary.ts";

/** It builds an executable, which takes more than all others together, and which the tests of packaging do as well. */
const BUILDS = "portable";

for (const [name, group] of Object.entries(groups).filter(([name]) => name !== BUILDS)) {
  Deno.test(`bench ${name}: measures at a tiny size and gives whole rows`, async () => {
    const directory = temporaryDirectory();
    try {
      const rows = await group({ directory, size: TINY });
      assert.ok(rows.length > 0);
      for (const row of rows) {
        assert.match(row.ours, /^[\d,.]+ \S+/, row.what);
        if (row.target === null) assert.equal(row.measured, null);
        else assert.ok(Number.isFinite(row.measured) && row.measured! >= 0, `${row.what}: ${row.measured}`);
        if (name === "events") assert.equal(row.measured, 0, `${row.what}: ${row.detail}`);
        else if (row.measured !== null) assert.ok(row.measured > 0, row.what);
      }
    } finally {
      await Deno.remove(directory, { recursive: true });
    }
  });
}
