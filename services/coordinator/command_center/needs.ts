import { listNotifications } from "../../../store/notifications/reader.ts";
import { notificationId } from "../../../store/notifications/state.ts";
import { labelOf } from "../../../store/notifications/subjects.ts";
import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../context.ts";
import type { Need } from "./schemas.ts";
import { blocksOf, waitingSeconds } from "./waiting.ts";

/** Runs that a person paused, the longest pause first among the oldest. */
export const needsOfPausedRuns = (ctx: Ctx, limit: number): Need[] =>
  ctx.store.documents.find(runStream, { archivedAt: null, status: "paused" }, { limit }).map((run) => ({
    id: run.id,
    kind: "paused",
    severity: "info",
    title: `Paused: ${labelOf(run.request)}`,
    detail: "Somebody paused the run. Resume or cancel it.",
    since: run.updatedAt,
    waitingSeconds: waitingSeconds(ctx, run.updatedAt),
    blocks: blocksOf(ctx, run.id),
    expiresAt: null,
    ifIgnored: "It never expires: the run stays paused.",
    runId: run.id,
    taskSessionId: null,
    notificationId: null,
    actions: [
      { id: "resume", operation: `POST /runs/${run.id}/resume` },
      { id: "cancel", operation: `POST /runs/${run.id}/cancel` },
    ],
  }));

/** Integrity warnings that nobody has put away. */
export function needsOfIntegrity(ctx: Ctx, limit: number): Need[] {
  const { tables } = ctx.store.projector;
  const rows = (["unread", "read"] as const).flatMap((state) =>
    listNotifications(tables, { state, category: "security" }, { limit, offset: 0 })
  );
  return rows.toSorted((a, b) => b.sequence - a.sequence).slice(0, limit).map((row) => ({
    id: notificationId(row.sequence),
    kind: "security",
    severity: row.severity,
    title: row.title,
    detail: row.detail,
    since: row.raised_at,
    waitingSeconds: waitingSeconds(ctx, row.raised_at),
    blocks: blocksOf(ctx, row.run_id),
    expiresAt: null,
    ifIgnored: row.if_ignored,
    runId: row.run_id || null,
    taskSessionId: row.task_session_id,
    notificationId: notificationId(row.sequence),
    actions: [{ id: "dismiss", operation: `POST /notifications/${notificationId(row.sequence)}/dismiss` }],
  }));
}

/** A service that executes nothing while runs are queued: nobody but its operator changes that. */
export function needsOfService(ctx: Ctx): Need[] {
  const queued = ctx.store.documents.counts(runStream).queued ?? 0;
  if (ctx.config.workers > 0 || queued === 0) return [];
  const [oldest] = ctx.store.documents.find(runStream, { status: "queued" }, { limit: 1 });
  const since = oldest?.createdAt ?? ctx.startedAt.toISOString();
  return [{
    id: "workers",
    kind: "service",
    severity: "warning",
    title: "The service executes nothing",
    detail: "Start it with AGENT_HARNESS_WORKERS above 0.",
    since,
    waitingSeconds: waitingSeconds(ctx, since),
    blocks: { runs: queued, taskSessions: 0, detail: `${queued} queued run(s).` },
    expiresAt: null,
    ifIgnored: "Runs are accepted and stay queued.",
    runId: null,
    taskSessionId: null,
    notificationId: null,
    actions: [],
  }];
}

/** Something that has just begun to wait still counts for what is blocked by it. */
const HEAD_START_SECONDS = 60;

/** Critical integrity warnings, then what has waited longest for the most: seconds times what is blocked by it. */
export function byUrgency(a: Need, b: Need): number {
  const critical = (need: Need) => Number(need.kind === "security" && need.severity === "critical");
  const weight = ({ waitingSeconds, blocks }: Need) =>
    (waitingSeconds + HEAD_START_SECONDS) * (1 + blocks.runs + blocks.taskSessions);
  return critical(b) - critical(a) || weight(b) - weight(a) || compare(a.since, b.since) ||
    compare(a.id, b.id);
}

const compare = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0;
