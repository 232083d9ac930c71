import { baseName, counted, firstLine, relativeTime } from "../../client/words.ts";
import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { Views } from "./answer_view.ts";
import { cell, localTime } from "./cell.ts";
import { runsTable } from "./runs_table.ts";
import { type Columns, indented, leftOut, section } from "./section.ts";
import { inOrder, object } from "./value.ts";

type Status = Result<Api["GET /control-plane/status"]>;
type Snapshot = Result<Api["GET /coordinator/command-center"]>;

const MAX_ROWS = 10;

const status = (state: Status, columns: Columns): string[] => [
  ...object({
    service: `${state.version} at ${state.serverConfig.host}:${state.serverConfig.port}, since ${
      localTime(state.startedAt)
    }`,
    storage: state.serverConfig.storageDirectory,
    access: `${state.authMode}, ${state.agentTokenConfigured ? "with" : "without"} an agent token`,
    workers: `${state.workerState.slots.busy} of ${state.workerState.slots.total} busy`,
    sandbox: state.workerState.sandbox.kind === "none" ? "none: commands run as you" : "bubblewrap",
    queue: cell(state.queueTotals) || "empty",
    approvals: state.pendingApprovals === 0
      ? "none is waiting"
      : `${state.pendingApprovals} waiting for your decision`,
    today: spent(state.spend),
    log: `${counted(state.audit.headSequence, "entry", "entries")}, database ${state.audit.database.state}${
      state.audit.integrityWarnings === 0
        ? ""
        : `, ${counted(state.audit.integrityWarnings, "integrity warning")}`
    }`,
  }, columns),
  ...warnings(state).map((text) => `${paint.yellow("!")} ${oneLine(text)}`),
  ...runs("open runs", state.activeRunSummaries, columns),
  ...runs("recently failed", state.recentFailures, columns),
  "",
  paint.dim(
    "Who may do what, what is blocked, and each provider: --json. What to mend: agent-harness doctor",
  ),
];

/** What a person should know of or mend. */
const warnings = (state: Status): string[] => [
  ...state.workerState.sandbox.fix === null ? [] : [state.workerState.sandbox.fix],
  ...state.ticketQueue === null ? [] : [state.ticketQueue],
  ...state.unresponsive === null ? [] : [state.unresponsive.detail],
  ...state.audit.database.detail === null ? [] : [state.audit.database.detail],
  ...state.providerHealth.flatMap(({ id, status, reason }) =>
    status === "ready" ? [] : [`${id} is not ready: ${reason ?? "the reason is unknown"}`]
  ),
];

function spent({ today: { calls, costUsd, unknownCalls }, budgets: { leftTodayUsd } }: Status["spend"]) {
  if (calls === 0) return "no model was called";
  const unknown = unknownCalls === 0 ? "" : `, and ${counted(unknownCalls, "call")} of unknown cost`;
  const left = leftTodayUsd === null ? "" : `; $${leftTodayUsd.toFixed(2)} are left`;
  return `${counted(calls, "call")} of models for $${costUsd.toFixed(2)}${unknown}${left}`;
}

const snapshot = (center: Snapshot, columns: Columns): string[] => {
  const { needsMe, activeRunSummaries, recentFailures, counts, aggregateQueueCounts: { slots } } = center;
  const needs = needsMe.slice(0, MAX_ROWS).map(({ id, title, kind, since }) => ({
    what: title,
    kind,
    since: relativeTime(Date.parse(since), Date.parse(center.generatedAt)),
    id,
  }));
  const all = counts.needsMe ?? needsMe.length;
  return [
    ...(all === 0
      ? [paint.green("Nothing needs you.")]
      : [paint.yellow(all === 1 ? "1 thing needs you" : `${all} things need you`)]),
    ...(needs.length === 0 ? [] : inOrder(needs, indented(columns)).map((line) => `  ${line}`)),
    ...rest(all - needs.length),
    ...runs("open runs", activeRunSummaries, columns, counts.activeRuns),
    ...failed(recentFailures, columns),
    ...rest((counts.unsettledFailures ?? 0) - recentFailures.length),
    "",
    `${counted(slots.total, "slot")}, ${slots.busy} busy. Notifications: ${
      counts.unreadNotifications ?? 0
    } unread, ${counts.criticalNotifications ?? 0} critical.`,
    ...(counts.pendingApprovals ? [paint.dim("Decide: agent-harness review")] : []),
  ];
};

const rest = (left: number): string[] => leftOut(left).map((line) => `  ${line}`);

function runs(title: string, all: Status["activeRunSummaries"], columns: Columns, count = all.length) {
  if (all.length === 0) return [];
  const shown = all.slice(0, MAX_ROWS);
  return [...section(title, runsTable(shown, indented(columns))), ...rest(count - shown.length)];
}

const failed = (failures: Snapshot["recentFailures"], columns: Columns): string[] =>
  failures.length === 0 ? [] : section(
    "recently failed",
    inOrder(
      failures.map(({ id, request, repoPath, statusReason }) => ({
        request: firstLine(request),
        repository: baseName(repoPath),
        why: statusReason ?? "",
        id,
      })),
      indented(columns),
    ),
  );

/** How the state of the whole service is shown. */
export const SERVICE_VIEWS: Views = {
  "GET /control-plane/status": status,
  "GET /coordinator/command-center": snapshot,
};
