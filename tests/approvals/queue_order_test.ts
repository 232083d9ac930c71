import assert from "node:assert/strict";
import { harness } from "../harness.ts";
import { temporaryDirectory } from "../temporary.ts";
import { askToSend, letters } from "./letters.ts";

const HOUR_MILLISECONDS = 60 * 60 * 1000;

Deno.test("what expires soonest comes first, on every page and in the command center", async () => {
  await using h = await harness({ subjects: [letters(temporaryDirectory())] });
  const after = (hours: number) =>
    new Date(h.service.now().getTime() + hours * HOUR_MILLISECONDS).toISOString();
  const late = await askToSend(h);
  const soon = await askToSend(h, "letter_2", "Dear sir", after(24));
  const later = await askToSend(h, "letter_3", "Dear madam", after(48));
  const order = [soon, later, late];
  const { items } = await h.operator("GET /approvals/queue");
  assert.deepEqual(items.map(({ id }) => id), order);
  const paged: string[] = [];
  for (const offset of order.keys()) {
    const query = { limit: 1, offset, policyClass: "external-write" as const };
    const [{ items: [item] }, { items: [narrowed] }] = await Promise.all([
      h.operator("GET /approvals/queue", { query: { limit: 1, offset } }),
      h.operator("GET /approvals/queue", { query }),
    ]);
    paged.push(item!.id);
    assert.equal(narrowed!.id, item!.id);
  }
  assert.deepEqual(paged, order);
  const others = await h.operator("GET /approvals/queue", { query: { policyClass: "command" } });
  assert.deepEqual([others.items, others.counts.pending], [[], 3]);
  assert.equal((await h.json("GET", "/approvals/queue?policyClass=zz")).status, 400);
  const asking = await h.operator("GET /approvals/queue", { query: { asks: true } });
  const not = await h.operator("GET /approvals/queue", { query: { asks: false, limit: 2 } });
  assert.deepEqual([asking.items, not.items.map(({ id }) => id)], [[], order.slice(0, 2)]);
  const { pendingApprovals } = await h.operator("GET /coordinator/command-center");
  assert.deepEqual(pendingApprovals.map(({ id }) => id), order);
});
