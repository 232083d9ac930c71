import { contextFor, record } from "../../services/kernel/context.ts";
import { moveNotification } from "../../services/notifications/move.ts";
import { notificationInbox } from "../../services/notifications/inbox.ts";
import { notificationQuerySchema } from "../../services/notifications/schemas.ts";
import { approvalStream } from "../../store/approvals/stream.ts";
import { runStream } from "../../store/runs/stream.ts";
import { type Harness, harness } from "../../tests/harness.ts";
import { completions } from "../../tests/notifications/completions.ts";
import { failures } from "../../tests/notifications/failures.ts";
import { latencyRow, timed } from "../latency.ts";
import { whole } from "../measure.ts";
import { REQUESTED } from "../requested.ts";
import type { Bench } from "../setting.ts";
import type { Row } from "../table.ts";

const LIMIT_MILLISECONDS = 20;
const REPOSITORIES = 100;

/** The inbox and the command centre with the notifications of 100,000 runs in every state, 1,000 of them approvals. */
export async function notifications({ size }: Bench): Promise<Row[]> {
  const [, , total] = size.totals;
  await using h = await harness();
  await fill(h, total);
  const [newest] = (await h.operator("GET /notifications")).items;
  const rows: Row[] = [];
  const bare = await timed(size.listings, () => h.json("GET", "/health"));
  const measure = async (what: string, method: string, path: string) => {
    const ours = await timed(size.listings, () => h.json(method, path));
    rows.push(
      latencyRow(what, { ours, bare, most: LIMIT_MILLISECONDS, detail: `${whole(total)} notifications` }),
    );
  };
  await measure("inbox", "GET", "/notifications");
  await measure("inbox, unread, critical", "GET", "/notifications?unreadOnly=true&severity=critical");
  await measure("inbox, a category that is rare", "GET", "/notifications?category=blocker");
  await measure("inbox, half way down", "GET", `/notifications?offset=${total / 2}`);
  await measure("inbox, folded", "GET", "/notifications?scope=mine&folded=true&status=unread");
  await measure("results by repository", "GET", "/notifications/results?scope=all&limit=10");
  await measure(
    "results of one repository",
    "GET",
    "/notifications?resultsOf=%2Frepository%2F7&status=unread",
  );
  await measure("command centre", "GET", "/coordinator/command-center");
  await measure("a move already made", "POST", `/notifications/${newest!.id}/dismiss`);
  await h.json("POST", "/notifications/read-all");
  await measure("inbox, failures, all read at once", "GET", "/notifications?status=read&category=failure");
  return rows;
}

/** Failures of all severities that nobody has settled, results of many repositories, runs that wait, and some of each state. */
async function fill(h: Harness, total: number): Promise<void> {
  const { service } = h;
  await failures(h, Math.round(total * 0.8), "timeout");
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
        if (i % 9 !== 0) continue;
        const requested = { type: "approval.requested" as const, data: REQUESTED };
        record(ctx, approvalStream, service.newId("appr"), [requested], { runId: id });
      }
    });
  }
  const results = Math.round(total * 0.1);
  for (let i = 0; i < REPOSITORIES; i++) {
    await completions(h, `/repository/${i}`, Math.round(results / REPOSITORIES));
  }
  const ctx = contextFor(service, "operator");
  const query = notificationQuerySchema.parse({ limit: "1000" });
  for (const [i, { id }] of notificationInbox(ctx, query).items.entries()) {
    const state = (["read", "dismissed", "archived", "deleted"] as const)[i % 4]!;
    moveNotification(ctx, id, state, notificationQuerySchema.parse({ limit: "1" }));
  }
  await ctx.settled();
}
