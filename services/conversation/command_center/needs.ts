import { runStream } from "../../../store/runs/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { listEffects } from "../../operations/effects/list.ts";
import { integrityWarnings, workOf } from "../../operations/notifications/open.ts";
import type { Need } from "./schemas.ts";
import { blocksOf, waitingSeconds } from "./waiting.ts";
import { counted } from "../../ground/kernel/words.ts";

/** Returns runs that a person paused, longest pause first among the oldest. */
export const needsOfPausedRuns = (ctx: Ctx, limit: number): Need[] =>
  ctx.store.documents.find(runStream, { archivedAt: null, status: "paused" }, { limit }).map((run) => ({
    id: run.id,
    kind: "paused",
    severity: "info",
    title: `Paused: ${workOf(ctx, run.id)?.label ?? run.id}`,
    detail: "The run is paused. Resume or cancel it.",
    since: run.updatedAt,
    waitingSeconds: waitingSeconds(ctx, run.updatedAt),
    blocks: blocksOf(ctx, run.id),
    expiresAt: null,
    ifIgnored: "It does not expire. The run stays paused.",
    runId: run.id,
    taskSessionId: null,
    notificationId: null,
    actions: [
      { id: "resume", operation: `POST /runs/${run.id}/resume` },
      { id: "cancel", operation: `POST /runs/${run.id}/cancel` },
    ],
  }));

/** Returns integrity warnings that have not been dismissed. */
export const needsOfIntegrity = (ctx: Ctx, limit: number): Need[] =>
  integrityWarnings(ctx, limit).map((warning) => ({
    id: warning.id,
    kind: "security",
    severity: warning.severity,
    title: warning.title,
    detail: warning.detail,
    since: warning.createdAt,
    waitingSeconds: waitingSeconds(ctx, warning.createdAt),
    blocks: blocksOf(ctx, warning.relatedRunId),
    expiresAt: null,
    ifIgnored: warning.ifIgnored,
    runId: warning.relatedRunId,
    taskSessionId: warning.relatedTaskSessionId,
    notificationId: warning.id,
    actions: [{ id: "dismiss", operation: `POST /notifications/${warning.id}/dismiss` }],
  }));

/** A service that executes nothing while runs are queued. Only its operator can change that. */
export function needsOfService(ctx: Ctx): Need[] {
  const queued = ctx.store.documents.counts(runStream).queued ?? 0;
  if (ctx.config.workers > 0 || queued === 0) return [];
  const [oldest] = ctx.store.documents.find(runStream, { archivedAt: null, status: "queued" }, { limit: 1 });
  const since = oldest?.createdAt ?? ctx.startedAt.toISOString();
  return [{
    id: "workers",
    kind: "service",
    severity: "warning",
    title: "The service has no workers",
    detail: "Start it with AGENT_HARNESS_WORKERS above 0.",
    since,
    waitingSeconds: waitingSeconds(ctx, since),
    blocks: { runs: queued, taskSessions: 0, detail: `${counted(queued, "queued run")}.` },
    expiresAt: null,
    ifIgnored: "Runs are accepted but stay queued.",
    runId: null,
    taskSessionId: null,
    notificationId: null,
    actions: [],
  }];
}

/** Returns effects of which only a person can find out whether they happened. Agents do not see them. */
export function needsOfEffects(ctx: Ctx, limit: number): Need[] {
  if (ctx.actor === "agent") return [];
  const { items } = listEffects(ctx, { state: "uncertain", limit, offset: 0 });
  return items.map(({ id, title, detail, updatedAt, runId }) => ({
    id,
    kind: "effect",
    severity: "warning",
    title: `${title}: did it happen?`,
    detail: detail ?? "The service cannot find out whether it happened.",
    since: updatedAt,
    waitingSeconds: waitingSeconds(ctx, updatedAt),
    blocks: { runs: 0, taskSessions: 0, detail: "No run is waiting for it." },
    expiresAt: null,
    ifIgnored: "It stays uncertain, and is not attempted again.",
    runId,
    taskSessionId: null,
    notificationId: null,
    actions: [{ id: "settle", operation: `POST /control-plane/effects/${id}/settle` }],
  }));
}

/** Something that has just begun to wait still counts, by what it blocks. */
const HEAD_START_SECONDS = 60;

/** Orders critical integrity warnings first, then by seconds of waiting times what is blocked. */
export function byUrgency(a: Need, b: Need): number {
  const critical = (need: Need) => Number(need.kind === "security" && need.severity === "critical");
  const weight = ({ waitingSeconds, blocks }: Need) =>
    (waitingSeconds + HEAD_START_SECONDS) * (1 + blocks.runs + blocks.taskSessions);
  return critical(b) - critical(a) || weight(b) - weight(a) || compare(a.since, b.since) ||
    compare(a.id, b.id);
}

const compare = (a: string, b: string): number => a < b ? -1 : a > b ? 1 : 0;
