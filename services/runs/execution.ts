import { UnavailableError } from "../kernel/errors.ts";
import { pruneMarked } from "../repositories/mod.ts";

/** What the rest of the service may ask of whatever executes runs. */
export type Execution = {
  /** Ends all that a run (or one task session of it) is doing; resolves when no process of it is left. */
  halt: (runId: string, taskSessionId?: string | undefined) => Promise<void>;
  /** Resolves when nothing is being done for the run: it ended, waits, is paused or has not begun. */
  settled: (runId: string) => Promise<void>;
  /** Removes git objects that nobody keeps: now, or as soon as nothing is being executed. */
  prune: () => Promise<void>;
  /** Does work that belongs to no run but takes a slot and makes git objects; its signal is aborted when the service stops. */
  beside: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Whether something will move the run by itself: it is being done, or will be tried again after a fault. */
  isMoving: (runId: string) => boolean;
  /** Task sessions and other heavy work that may go on at once, and how many do. */
  slots: () => { total: number; busy: number };
};

/** What a context carries of the executor. */
export type ExecutionLive = { execution: Execution };

/** Executes nothing: a service with `AGENT_HARNESS_WORKERS=0`. */
export const noExecution = (storageDirectory: string): Execution => ({
  prune: () => pruneMarked(storageDirectory),
  halt: () => Promise.resolve(),
  settled: () => Promise.resolve(),
  beside: () =>
    Promise.reject(new UnavailableError("This service executes nothing: AGENT_HARNESS_WORKERS is 0.")),
  isMoving: () => true,
  slots: () => ({ total: 0, busy: 0 }),
});
