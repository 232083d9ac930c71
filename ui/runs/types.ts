import type { Call, Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** A run in lists; like all that follows, as the API's contract states it. */
export type RunSummary = Result<Api["GET /runs"]>[number];
/** The number of runs that match a filter, by state. */
export type RunCounts = Result<Api["GET /runs/counts"]>;
/** All that belongs to a run. */
export type Workspace = Result<Api["GET /runs/:id/workspace"]>;
/** A run as its page shows it. */
export type Run = Workspace["run"];
/** A task session in lists. */
export type TaskSession = Workspace["taskSessions"][number];
/** A task session with what it did. */
export type TaskDetails = Result<Api["GET /task-sessions/:id"]>;
/** One task of a plan. */
export type PlannedTask = Workspace["delegationPlan"]["items"][number];
/** One page of a run's events, with its stages. */
export type Timeline = Result<Api["GET /runs/:id/timeline"]>;
/** One event of a run. */
export type TraceEvent = Timeline["items"][number];
/** A stage that a run went through. */
export type Stage = Timeline["stages"][number];
/** An artifact with what it belongs to. */
export type Artifact = Workspace["artifactIndex"]["items"][number];
/** A run's audit, as a person reads it. */
export type AuditView = Result<Api["GET /runs/:id/audit-view"]>;
/** Everything that is needed to repeat a run. */
export type ReplayPacket = Result<Api["GET /runs/:id/replay-packet"]>;
/** The request for a new run. */
export type RunRequest = Call<"POST /coordinator/runs", Api["POST /coordinator/runs"]>["body"];
/** A task that a person is in. */
export type EnteredTask = Result<Api["GET /runs/:id/entered"]>[number];
/** A state of a run. */
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

/** The place of a run in the queue, in words. */
export const placeWords = (place: number): string =>
  place === 1 ? "Next in the queue" : `Number ${place} in the queue`;
