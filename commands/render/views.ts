import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import type { Views } from "./answer_view.ts";
import { AUTOMATION_VIEWS } from "./automation.ts";
import { localTime } from "./cell.ts";
import { defaultsLines } from "./defaults.ts";
import { LIST_VIEWS } from "./lists.ts";
import { PLANNER_VIEWS } from "./planner.ts";
import { raceLines } from "./race.ts";
import { momentLines, runLines } from "./run_lines.ts";
import { type Columns, indented, section } from "./section.ts";
import { queueTable } from "./queue_table.ts";
import { inOrder, list, renderValue } from "./value.ts";
import { SERVICE_VIEWS } from "./whole_service.ts";
import { workspaceLines } from "./workspace.ts";
import { trialLines, trialTable } from "./trial.ts";
import { invitationLines, machineLines, machineLogLines, placementLines } from "./worker_machines.ts";
import { seenPathsWords } from "../../client/seen.ts";
import { baseName, counted, firstLine, relativeTime } from "../../client/words.ts";

type Narrated = { at: string; actor: string; text: string };

/** Views for frequent responses, with the most important first. Other responses are shown by their shape. */
const VIEWS: Views = {
  ...AUTOMATION_VIEWS,
  ...PLANNER_VIEWS,
  ...LIST_VIEWS,
  ...SERVICE_VIEWS,
  "GET /runs": (runs, columns) =>
    inOrder(
      runs.map(({ number, status, request, repoPath, updatedAt, id }) => ({
        run: `#${number}`,
        status,
        request: firstLine(request),
        repository: baseName(repoPath),
        updated: relativeTime(Date.parse(updatedAt), Date.now()),
        id,
      })),
      columns,
    ),
  "GET /runs/:id": (run, columns) => [
    ...momentLines(run),
    ...runLines(run, columns),
    ...section("tasks", list(run.tasks.map(task), indented(columns), 20)),
    ...section("approvals", list(run.approvals.map(approval), indented(columns), 20)),
    "",
    paint.dim(`${run.traces.total} events: agent-harness runs timeline ${run.id}`),
  ],
  "GET /runs/:id/workspace": workspaceLines,
  "GET /runs/:id/race": raceLines,
  "GET /runs/:id/task-sessions": (sessions, columns) => list(sessions.map(task), columns, Infinity),
  "POST /task-sessions/:id/guidance": ({ title, nextMove }) => [
    `${paint.green("✓")} Given to "${oneLine(title)}", which reads it at its next task boundary.`,
    ...(nextMove?.owner === "human" ? [oneLine(nextMove.what)] : []),
  ],
  "POST /coordinator/runs": runLines,
  "POST /runs": runLines,
  "POST /runs/:id/retry": runLines,
  "POST /runs/:id/pause": runLines,
  "POST /runs/:id/resume": runLines,
  "POST /runs/:id/verify": runLines,
  "POST /runs/:id/rebase": runLines,
  "POST /runs/:id/stop-fixing": runLines,
  "POST /runs/:id/next": runLines,
  "POST /runs/:id/unarchive": runLines,
  "POST /runs/:id/pick": runLines,
  "POST /runs/:id/unpick": runLines,
  "POST /runs/:id/cancel": (run, columns) => [
    run.status === "cancelled"
      ? `${paint.green("✓")} #${run.number} is cancelled.`
      : paint.yellow(`#${run.number} had already ended (${run.status}), so nothing was cancelled.`),
    "",
    ...runLines(run, columns),
  ],
  "POST /runs/archive": ({ archived }) => [
    archived === 0
      ? "No run has ended that is not archived yet."
      : `${counted(archived, "run")} archived. List archived runs: agent-harness runs list --archived`,
  ],
  "POST /runs/:id/undo": ({ id, title, summary, reasons }) => [
    paint.bold(oneLine(title)),
    ...[summary, ...reasons].map(oneLine),
    "",
    `Nothing is written until you approve it: agent-harness review ${id}`,
  ],
  "GET /runs/:id/timeline": ({ items, total }) => [
    ...items.map(({ at, actor, summary, sequence }) =>
      `${paint.dim(String(sequence).padStart(7))}  ${narrated({ at, actor, text: summary })}`
    ),
    paint.dim(`${items.length} of ${total} events`),
  ],
  "GET /runs/:id/audit-view": ({ narrative, approvalEvidence, counts }, columns) => [
    ...narrative.map(narrated),
    ...approvalEvidence.flatMap(({ id, shown }) => {
      const seen = seenPathsWords(shown ?? undefined);
      return seen === null ? [] : [oneLine(`${id}  ${seen}`)];
    }),
    ...renderValue(counts, columns),
  ],
  "GET /approvals/queue": ({ items }, columns) => queueTable(items, columns),
  "GET /workers": (machines, columns) => machineLines(machines, columns),
  "GET /workers/:id/log": ({ items }, columns) => machineLogLines(items, columns),
  "POST /workers": (invitation) => invitationLines(invitation),
  "POST /workers/placement": (placement) => placementLines(placement),
  "GET /workflow-templates": (templates, columns) =>
    inOrder(templates.map(({ id, name, description, usage }) => ({ id, name, description, usage })), columns),
  "POST /workflow-test-runs/run": ({ status, reason, validation, trace, patch }) => [
    `${status}  ${reason}`,
    ...[...validation.errors, ...validation.warnings].map(({ id, line, column, message, fix }) =>
      `  ${line}:${column}: ${id.startsWith("error") ? "error" : "warning"}: ${
        [message, fix ?? ""].join(" ").trim()
      }`
    ),
    ...trace.flatMap(({ path, kind, status, reason, printed }) => [
      `  ${path}  ${kind}  ${status}  ${paint.dim(reason)}`,
      ...(printed ? printed.trimEnd().split("\n").map((line) => `    ${oneLine(line)}`) : []),
    ]),
    ...(patch ? ["", ...patch.trimEnd().split("\n").map(oneLine)] : []),
  ],
  "POST /skills/validate": ({ valid, importable, errors, warnings, findings }) => [
    valid
      ? "It follows the specification."
      : importable
      ? "It does not follow the specification, but can be imported."
      : "It cannot be imported.",
    ...errors.map(({ path, line, message }) =>
      `  ${[path, ...(line === undefined ? [] : [line])].join(":")}: error: ${message}`
    ),
    ...warnings.map((warning) => `  warning: ${warning}`),
    ...findings.map(({ path, line, severity, why }) => `  ${path}:${line}: ${severity}: ${why}`),
  ],
  "GET /trials": trialTable,
  "GET /trials/:id": trialLines,
  "POST /trials": trialLines,
  "POST /trials/:id/start": trialLines,
  "POST /trials/:id/stop": trialLines,
  "POST /trials/:id/resume": trialLines,
  "GET /repositories/defaults": (defaults) => defaultsLines(defaults),
  "POST /repositories/defaults": (defaults) => defaultsLines(defaults),
  "POST /repositories/defaults/file/admit": (defaults) => defaultsLines(defaults),
  "POST /repositories/defaults/file/revoke": (defaults) => defaultsLines(defaults),
  "GET /control-plane/logs": ({ lines }) => lines.map(({ text }) => text),
};

/** Returns the lines for an endpoint's response. */
export function renderAnswer(key: string, value: unknown, columns: Columns): string[] {
  const view = VIEWS[key as keyof Api] as ((value: unknown, columns: Columns) => string[]) | undefined;
  return view ? view(value, columns) : renderValue(value, columns);
}

const task = (one: Result<Api["GET /runs/:id"]>["tasks"][number]) => ({
  id: one.id,
  status: one.status,
  machine: one.machine?.name ?? "",
  title: one.title,
});

const approval = (one: Result<Api["GET /approvals/queue"]>["items"][number]["approval"]) => ({
  id: one.id,
  status: one.application === "none" ? one.status : one.application,
  title: one.title,
  policyClass: one.policyClass,
  risk: one.risk,
  requestedAt: one.requestedAt,
});

const narrated = ({ at, actor, text }: Narrated): string =>
  `${paint.dim(localTime(at))}  ${paint.dim(oneLine(actor).padEnd(11))}  ${oneLine(text)}`;
