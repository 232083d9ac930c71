import { contextFor, record } from "../services/context.ts";
import { moveNotification } from "../services/notifications/move.ts";
import { notificationInbox } from "../services/notifications/inbox.ts";
import { notificationQuerySchema } from "../services/notifications/schemas.ts";
import { runStream } from "../store/runs/stream.ts";
import { type Harness, harness } from "../tests/harness.ts";
import { failures } from "../tests/notifications/failures.ts";

/** What was measured: milliseconds of one request through the application, without a socket. */
export type Measurement = { name: string; p50: number; p95: number; limit: number };

const TOTAL = 100_000;
const ROUNDS = 100;
const LIMIT_MILLISECONDS = 20;

/** Fills a service with notifications of 100,000 runs, in every state, and measures the inbox and the command centre. */
export async function measureNotifications(total = TOTAL): Promise<Measurement[]> {
  await using h = await harness();
  await fill(h, total);
  const [newest] = (await h.operator("GET /notifications")).items;
  const measured: Measurement[] = [];
  const measure = async (name: string, method: string, path: string) =>
    measured.push({ name, ...await time(() => h.json(method, path)), limit: LIMIT_MILLISECONDS });
  await measure("inbox", "GET", "/notifications");
  await measure("inbox, unread, critical", "GET", "/notifications?unreadOnly=true&severity=critical");
  await measure("inbox, a category that is rare", "GET", "/notifications?category=blocker");
  await measure("inbox, half way down", "GET", `/notifications?offset=${total / 2}`);
  await measure("command centre", "GET", "/coordinator/command-center");
  await measure("a move already made", "POST", `/notifications/${newest!.id}/dismiss`);
  const unread = await time(async () => {
    await h.json("POST", "/notifications/read-all");
    await h.json("POST", `/notifications/${newest!.id}/unread`);
  });
  measured.push({ name: "read all, and one unread again", ...unread, limit: 2 * LIMIT_MILLISECONDS });
  await measure(
    "inbox, read failures, all read at once",
    "GET",
    "/notifications?status=read&category=failure",
  );
  return measured;
}

/** Failures of all severities that nobody has settled, runs that wait, and some of each state. */
async function fill(h: Harness, total: number): Promise<void> {
  const { service } = h;
  await failures(h, Math.round(total * 0.9), "timeout");
  await failures(h, Math.round(total * 0.01), "apply_conflict");
  const waiting = Math.round(total * 0.09);
  for (let from = 0; from < waiting; from += 1000) {
    await service.store.commit(() => {
      const ctx = contextFor(service, "system");
      for (let i = from; i < Math.min(from + 1000, waiting); i++) {
        const id = service.newId("run");
        const since = ctx.now().toISOString();
        const waitingFor = { kind: "input" as const, id: `question_${i}`, since, detail: "Which one?" };
        record(ctx, runStream, id, [
          {
            type: "run.created",
            data: { kind: "coordinator", request: "x".repeat(4000), repoPath: "/r", attempt: 1 },
          },
          { type: "run.waiting", data: { waitingFor } },
        ], { runId: id });
      }
    });
  }
  const ctx = contextFor(service, "operator");
  const query = notificationQuerySchema.parse({ limit: "1000" });
  for (const [i, { id }] of notificationInbox(ctx, query).items.entries()) {
    const state = (["read", "dismissed", "archived", "deleted"] as const)[i % 4]!;
    moveNotification(ctx, id, state, notificationQuerySchema.parse({ limit: "1" }));
  }
  await ctx.settled();
}

async function time(work: () => Promise<unknown>): Promise<{ p50: number; p95: number }> {
  await work();
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const start = performance.now();
    await work();
    times.push(performance.now() - start);
  }
  times.sort((a, b) => a - b);
  const at = (share: number) => Math.round(times[Math.floor(times.length * share)]! * 100) / 100;
  return { p50: at(0.5), p95: at(0.95) };
}

if (import.meta.main) {
  for (const { name, p50, p95, limit } of await measureNotifications()) {
    const line = `${name.padEnd(36)} p50 ${p50} ms   p95 ${p95} ms   limit ${limit} ms${
      p95 > limit ? "   OVER" : ""
    }\n`;
    Deno.stdout.writeSync(new TextEncoder().encode(line));
  }
}
