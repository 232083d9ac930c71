import assert from "node:assert/strict";
import { approvalStream } from "../../store/approvals/stream.ts";
import { DocumentReader } from "../../store/documents.ts";
import { Harness } from "../harness.ts";
import { Planned } from "../store/planned.ts";
import { temporaryDirectory } from "../temporary.ts";
import { askToSend, letters } from "./letters.ts";

Deno.test("the approvals that expire first are found in an index, however many are pending", async () => {
  const now = { at: Date.parse("2026-03-02T09:00:00Z") };
  const subjects = [letters(temporaryDirectory())];
  await using h = await Harness.open({ subjects, now: () => new Date(now.at) });
  const ids: string[] = [];
  // The clock is set back in between: the one asked last expires before the second.
  for (const hours of [0, 2, 1]) {
    now.at = Date.parse("2026-03-02T09:00:00Z") + hours * 3_600_000;
    ids.push(await askToSend(h, `letter_${hours}`));
  }
  const tables = new Planned(h.store.database);
  const documents = new DocumentReader({
    tables,
    read: () => null,
    writeCounts: () => {},
    numberOf: () => null,
  });
  const pending = (page: { until?: string; limit: number }) =>
    documents.lowest(approvalStream, { status: "pending" }, "expiresAt", page).map(({ id }) => id);
  assert.deepEqual(pending({ limit: 9 }), [ids[0], ids[2], ids[1]]);
  assert.deepEqual(pending({ limit: 1 }), [ids[0]]);
  const { expiresAt } = h.store.documents.get(approvalStream, ids[2]!)!;
  assert.deepEqual(pending({ until: expiresAt, limit: 9 }), [ids[0], ids[2]]);
  assert.deepEqual(tables.costly, []);
  assert.throws(
    () => documents.lowest(approvalStream, { runId: "" }, "expiresAt", { limit: 1 }),
    /has no index/,
  );
});
