import type { Call, Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** The shapes that the pages of runs work on, as the API's contract states them. */
export type RunSummary = Result<Api["GET /runs"]>[number];
export type Workspace = Result<Api["GET /runs/:id/workspace"]>;
export type Run = Workspace["run"];
export type TaskSession = Workspace["taskSessions"][number];
export type TaskDetails = Result<Api["GET /task-sessions/:id"]>;
export type PlannedTask = Workspace["delegationPlan"]["items"][number];
export type Timeline = Result<Api["GET /runs/:id/timeline"]>;
export type TraceEvent = Timeline["items"][number];
export type Stage = Timeline["stages"][number];
export type Artifact = Workspace["artifactIndex"]["items"][number];
export type AuditView = Result<Api["GET /runs/:id/audit-view"]>;
export type ReplayPacket = Result<Api["GET /runs/:id/replay-packet"]>;
export type RunRequest = Call<"POST /coordinator/runs", Api["POST /coordinator/runs"]>["body"];
export type Status = RunSummary["status"];

/** Every state of a run that this version knows. */
export const STATES: readonly Status[] = [
  "queued",
  "running",
  "waiting",
  "paused",
  "completed",
  "failed",
  "cancelled",
];

/** The states that nothing leaves any more. */
export const hasEnded = ({ status }: { status: string }): boolean =>
  status === "completed" || status === "failed" || status === "cancelled";

/** Where a run is shown. */
export const runPath = (id: string): string => `/dashboard/runs/${id}`;
