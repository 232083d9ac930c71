import type { RunDocument, WaitingFor } from "../../../store/runs/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { moveRun } from "./runs.ts";

/** The wait of a run for the end of the quiet hours. */
const QUIET_HOURS = "quiet_hours";

/** Describes the wait in a sentence. */
export const wordsOfWait = ({ detail }: Pick<WaitingFor, "detail">): string =>
  detail === QUIET_HOURS ? "It starts when the quiet hours end. Resume it to start it at once." : detail;

/** Returns whether a run waits only for the end of the quiet hours. */
export const isQuiet = ({ status, waitingFor }: Pick<RunDocument, "status" | "waitingFor">): boolean =>
  status === "waiting" && waitingFor?.kind === "time" && waitingFor.id === QUIET_HOURS;

/**
 * Makes a run that has not started wait until the quiet hours end, in the caller's unit; if it already waits, updates
 * the time.
 */
export function holdUntil(ctx: Ctx, run: Pick<RunDocument, "id" | "waitingFor">, end: Date): void {
  const waitingFor = {
    kind: "time" as const,
    id: QUIET_HOURS,
    since: run.waitingFor?.since ?? ctx.now().toISOString(),
    detail: QUIET_HOURS,
    expiresAt: end.toISOString(),
    defaultAction: "the run starts",
  };
  moveRun(ctx, run.id, "hold", { waitingFor });
}

/** Queues a run that waits for the end of the quiet hours. */
export const release = (ctx: Ctx, runId: string): boolean => moveRun(ctx, runId, "release", {});
