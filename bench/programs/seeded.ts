import { closeStore, composeService, startParts, stopParts } from "../../compose.ts";
import { contextFor, record } from "../../services/ground/kernel/context.ts";
import { archiveRuns } from "../../services/control/runs/archive.ts";
import { createCoordinatorRun } from "../../services/control/runs/create.ts";
import { cancelRun } from "../../services/control/runs/end.ts";
import { requireRun } from "../../services/control/runs/read_model.ts";
import { silentLog } from "../../services/ground/kernel/log.ts";
import { approvalStream } from "../../store/approvals/stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import { answerLines } from "../process.ts";
import { REQUESTED } from "../requested.ts";
import { ordinaryRun, productionConfig } from "../setting.ts";

/** What is asked of this program: to fill its store, or to say how long each reading takes. */
export type Question = { seed: { directory: string; total: number } } | { measure: Reading };

export type Reading = "list" | "counts" | "status" | "approvals" | "queue";
export type Seeded = { seconds: number; rssBefore: number; rssAfter: number; fileBytes: number };

const PATHS = {
  list: "/runs",
  counts: "/runs/counts",
  status: "/control-plane/status",
  approvals: "/approvals/queue",
} as const;
const PORT = 4317;
const BATCH = 500;
const PENDING = 20;

type Composition = ReturnType<typeof composeService>;
let composition: Composition | null = null;

async function seed(directory: string, total: number): Promise<Seeded> {
  composition = composeService(productionConfig(directory, PORT), () => PORT, { log: silentLog });
  await startParts(composition);
  const rssBefore = Deno.memoryUsage().rss;
  const begin = performance.now();
  for (let done = 0; done < total; done += BATCH) await batch(composition, directory, done, total);
  const seconds = (performance.now() - begin) / 1000;
  const fileBytes = Deno.statSync(`${directory}/harness.db`).size;
  return { seconds, rssBefore, rssAfter: Deno.memoryUsage().rss, fileBytes };
}

/**
 * Of all runs the oldest and the newest quarter have ended and are archived, so that whoever walks past them is seen. Every
 * tenth has an approval, which goes with its run.
 */
async function batch(
  { service }: Composition,
  directory: string,
  done: number,
  total: number,
): Promise<void> {
  const ctx = contextFor(service, "operator");
  const input = ordinaryRun(directory);
  for (let i = done; i < Math.min(done + BATCH, total); i++) {
    const { id } = createCoordinatorRun(ctx, input);
    const over = i < total / 4 || i >= total * 3 / 4;
    if (over ? i % 10 === 0 : i < total / 4 + PENDING) {
      const requested = { type: "approval.requested" as const, data: REQUESTED };
      record(ctx, approvalStream, ctx.newId("appr"), [requested], { runId: id });
    }
    if (over) cancelRun(ctx, requireRun(ctx, id));
  }
  await archiveRuns(ctx, AbortSignal.any([]));
  await ctx.settled();
}

async function measure({ app, service }: Composition, reading: Reading): Promise<number> {
  const begin = performance.now();
  if (reading === "queue") {
    service.store.documents.find(runStream, { archivedAt: null, status: "queued" }, { limit: 1 });
  } else {
    const headers = { host: "127.0.0.1:4317" };
    const response = await app.fetch(new Request(`http://127.0.0.1:4317${PATHS[reading]}`, { headers }));
    const text = await response.text();
    if (response.status !== 200) throw new Error(`${PATHS[reading]}: ${text}`);
  }
  return performance.now() - begin;
}

await answerLines<Question>((question) => {
  if ("seed" in question) return seed(question.seed.directory, question.seed.total);
  if (!composition) throw new Error("Nothing was seeded.");
  return measure(composition, question.measure);
});
const seeded = composition as Composition | null; // assigned by the answers above, which the type checker does not follow
if (seeded) {
  await stopParts(seeded);
  closeStore(seeded.service);
}
