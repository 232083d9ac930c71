import assert from "node:assert/strict";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { runStream } from "../../store/runs/stream.ts";
import { TestRepository } from "../git.ts";
import { harness } from "../harness.ts";
import { tablesWith } from "./tables_with.ts";

const TEXTS = 8;

Deno.test("the texts of a run are erased from the index one at a time, all before the answer, and others are answered between", async () => {
  await using h = await harness();
  using repository = TestRepository.make();
  const body = { request: "run true", repoPath: repository.root };
  const { id } = await h.operator("POST /coordinator/runs", { body });
  await h.operator("POST /runs/:id/cancel", { params: { id } });
  const ctx = contextFor(h.service, "operator");
  ctx.write(() => {
    for (let i = 0; i < TEXTS; i++) {
      const data = { id: `report_${i}`, kind: "status" as const, summary: `quibblewort ${i}` };
      record(ctx, runStream, id, [{ type: "run.reported", data }], { runId: id });
    }
  });
  await ctx.settled();
  h.store.projector.catchUp();
  assert.notDeepEqual(tablesWith(h, "quibblewort"), []);
  const left = () => h.store.database.get<{ n: number }>("select count(*) as n from search_forgotten")!.n;
  const seen: number[] = [];
  const found: number[] = [];
  let isDeleting = true;
  const look = () => {
    if (!isDeleting) return;
    if (seen.at(-1) !== left()) seen.push(left());
    const rows = h.store.database.all("select 1 from search_texts where run_id = ?", id);
    if (left() > 0) found.push(rows.length);
    setImmediate(look);
  };
  look();
  await h.operator("POST /runs/:id/delete", { params: { id } });
  isDeleting = false;
  const [before, ...parts] = seen;
  assert.equal(before, 0);
  // A slice of what is done when nobody asks may come between two looks.
  assert.ok(parts.length >= TEXTS / 2 && parts.every((n, i) => i === 0 || n < parts[i - 1]!), `${seen}`);
  assert.ok(found.length > 0 && found.every((rows) => rows === 0), "no search finds what is left");
  assert.equal(left(), 0);
  assert.deepEqual(tablesWith(h, "quibblewort"), []);
  assert.deepEqual(h.rebuildDifferences(), []);
});
