import type { RunDocument, WaitingFor } from "../../store/runs/document.ts";
import type { Ctx } from "../kernel/context.ts";
import { moveRun } from "./runs.ts";

/** What a run waits for that waits for the end of the quiet hours. */
export const QUIET_HOURS = "quiet_hours";

/** Says what is waited for, in a sentence. */
export const wordsOfWait = ({ detail }: Pick<WaitingFor, "detail">): string =>
  detail === QUIET_HOURS ? "It starts when the quiet hours end; resume it to start it at once." : detail;

/** Whether a run waits for the end of the quiet hours, and for nothing else. */
export const isQuiet = ({ status, waitingFor }: Pick<RunDocument, "status" | "waitingFor">): boolean =>
  status === "waiting" && waitingFor?.kind === "time" && waitingFor.id === QUIET_HOURS;

/** Lets a run that has not begun wait until the quiet hours end, in the caller's unit; one that waits already, until then. */
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

/** Gives a run that waits for the end of the quiet hours its place in the queue. */
export const release = (ctx: Ctx, runId: string): boolean => moveRun(ctx, runId, "release", {});
