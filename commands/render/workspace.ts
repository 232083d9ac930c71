import { counted, firstLine } from "../../client/words.ts";
import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { oneLine } from "../terminal/neutralise.ts";
import { paint } from "../terminal/paint.ts";
import { type Columns, indented, leftOut, section } from "./section.ts";
import { inOrder, object } from "./value.ts";

type Workspace = Result<Api["GET /runs/:id/workspace"]>;

const MAX_ROWS = 20;

/** Returns what belongs to a run: how far it is, its tasks and decisions, and where the rest is. */
export function workspaceLines(workspace: Workspace, columns: Columns): string[] {
  const { run, summary, progress, automation, latestCoordinatorReport, researchNotes } = workspace;
  const { taskSessions, approvals, attempts, passedNodes = [], artifactIndex, auditSummary } = workspace;
  const table = (title: string, rows: readonly Readonly<Record<string, unknown>>[]) =>
    rows.length === 0 ? [] : section(title, [
      ...inOrder(rows.slice(0, MAX_ROWS), indented(columns)),
      ...leftOut(rows.length - MAX_ROWS),
    ]);
  return [
    oneLine(summary),
    "",
    ...object({
      run: `#${run.number}`,
      request: firstLine(run.request),
      repository: run.repoPath,
      steps: progress.steps.map(({ id, status }) => `${id} ${status}`).join(", "),
      automation: automation && (automation.name ?? automation.id),
      report: latestCoordinatorReport && firstLine(latestCoordinatorReport.summary),
      notes: researchNotes.length === 0 ? null : counted(researchNotes.length, "research note"),
      id: run.id,
    }, columns),
    ...table("tasks", taskSessions.map(({ id, status, title }) => ({ id, status, title }))),
    ...table("nodes that were not executed", passedNodes.map(({ id, status, why }) => ({ id, status, why }))),
    ...table(
      "attempts",
      attempts.length < 2 ? [] : attempts.map(({ round, contender, outcome, files, detail }) => ({
        round,
        contender: contender ?? "",
        outcome,
        files,
        detail: firstLine(detail),
      })),
    ),
    ...table(
      "approvals",
      approvals.map(({ id, status, application, title }) => ({
        id,
        status: application === "none" ? status : application,
        title,
      })),
    ),
    "",
    paint.dim(
      `${counted(artifactIndex.items.length, "artifact")}: agent-harness runs artifact-index ${run.id}`,
    ),
    paint.dim(`${counted(auditSummary.events ?? 0, "event")}: agent-harness runs timeline ${run.id}`),
  ];
}
