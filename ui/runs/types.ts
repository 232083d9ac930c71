import type { Call, Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";
import { isTerminal } from "../../store/shared/run_states.ts";

/** A run in lists. These types follow the API's contract. */
export type RunSummary = Result<Api["GET /runs"]>[number];
/** The number of runs that match a filter, by state. */
export type RunCounts = Result<Api["GET /runs/counts"]>;
/** A run with everything that belongs to it. */
export type RunWorkspace = Result<Api["GET /runs/:id/workspace"]>;
/** A run on its page. */
export type Run = RunWorkspace["run"];
/** A run as it is or was, without its workspace. */
export type RunDetails = Result<Api["GET /runs/:id"]>;
/** A task session in lists. */
export type TaskSession = RunWorkspace["taskSessions"][number];
/** A task session with its work. */
export type TaskDetails = Result<Api["GET /task-sessions/:id"]>;
/** A task of a plan. */
export type PlannedTask = RunWorkspace["delegationPlan"]["items"][number];
/** A page of a run's events, with its stages. */
export type Timeline = Result<Api["GET /runs/:id/timeline"]>;
/** An event of a run. */
export type TraceEvent = Timeline["items"][number];
/** A stage of a run. */
export type Stage = Timeline["stages"][number];
/** An artifact with its origin. */
export type Artifact = RunWorkspace["artifactIndex"]["items"][number];
/** The audit of a run. */
export type AuditView = Result<Api["GET /runs/:id/audit-view"]>;
/** Everything that is needed to repeat a run. */
export type ReplayPacket = Result<Api["GET /runs/:id/replay-packet"]>;
/** The request for a new run. */
export type RunRequest = Call<"POST /coordinator/runs", Api["POST /coordinator/runs"]>["body"];
/** A task that a person has entered. */
export type EnteredTask = Result<Api["GET /runs/:id/entered"]>[number];
/** A state of a run. */
type Status = RunSummary["status"];

/** Reports whether a run is in a final state. */
export const hasEnded = ({ status }: { status: Status }): boolean => isTerminal(status);

/** Reports whether a run waits until a person picks a result of its race. */
export const waitsForPick = ({ id, race, waitingFor }: Pick<Run, "id" | "race" | "waitingFor">): boolean =>
  race !== undefined && waitingFor?.kind === "input" && waitingFor.id === id;

/** Returns the title of a task; in a race, which contender's it is comes first. */
export const titleOf = ({ title, contender }: { title: string; contender?: number | undefined }): string =>
  contender === undefined ? title : `${contender}. ${title}`;

/** Reports whether a task only waits for other tasks. */
export const isNext = ({ status, card }: { status: string; card: string }): boolean =>
  status === "blocked" && card === "todo";

/** Returns the position of a run in the queue, in words. */
export const placeWords = (place: number): string =>
  place === 1 ? "Next in the queue" : `Number ${place} in the queue`;
