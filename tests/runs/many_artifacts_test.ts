import assert from "node:assert/strict";
import { contextFor } from "../../services/ground/kernel/context.ts";
import { recordArtifact } from "../../services/control/runs/artifacts.ts";
import { harness } from "../harness.ts";
import { queuedRun } from "../routes/queued_run.ts";

const MANY = 1_005;

Deno.test("a run's lists have all of its artifacts, also of more than a thousand", async () => {
  await using h = await harness();
  await using run = await queuedRun(h);
  const ctx = contextFor(h.service, "system");
  const content = ctx.artifacts.writeSync(new TextEncoder().encode("note"));
  const described = { purpose: "note", previewType: "text", label: "", summary: "" } as const;
  ctx.write(() => {
    for (let at = 0; at < MANY; at++) {
      const about = at % 2 === 1 ? { kind: "artifact" as const, id: `notes/${at - 1}` } : undefined;
      recordArtifact(ctx, { runId: run.id }, content, {
        ...described,
        path: `notes/${at}`,
        mediaType: "text/plain",
        ...(about && { about }),
      });
    }
  });
  await ctx.settled();
  const params = { id: run.id };
  assert.equal((await h.operator("GET /runs/:id/artifacts", { params })).length, MANY);
  const { counts, items } = await h.operator("GET /runs/:id/artifact-index", { params });
  assert.equal(counts.total, MANY);
  assert.deepEqual(items.find(({ path }) => path === "notes/0")!.relatedArtifacts, ["notes/1"]);
  assert.equal((await h.operator("GET /runs/:id/audit", { params })).artifacts.length, MANY);
});
