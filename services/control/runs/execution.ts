import { UnavailableError } from "../../ground/kernel/errors.ts";
import type { Log } from "../../ground/kernel/log.ts";
import { Pruning } from "./pruning.ts";

/** The interface of the executor for the rest of the service. */
export type RunExecution = {
  /** Stops all work on a run (or one task session of it); resolves when no process of it is left. */
  halt: (runId: string, taskSessionId?: string | undefined) => Promise<void>;
  /** Resolves when the run is not being worked on: it ended, waits, is paused or has not started. */
  settled: (runId: string) => Promise<void>;
  /** Removes unreferenced git objects: now, or as soon as nothing is being executed. */
  prune: () => Promise<void>;
  /** Does work of a request that creates git objects. Nothing is pruned until it has ended. */
  creating: <T>(work: () => Promise<T>) => Promise<T>;
  /**
   * Runs work that belongs to no run but takes a slot and creates git objects; its signal is aborted when the service
   * stops.
   */
  beside: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>;
  /** Returns whether the run will continue on its own: it is being worked on, or will be retried after a fault. */
  isMoving: (runId: string) => boolean;
  /** How many task sessions and other heavy jobs may run at the same time, and how many do. */
  slots: () => { total: number; busy: number };
};

/** What the log says of a prune that failed; the next one removes what it left. */
export const UNPRUNED = "Unreferenced git objects could not be removed";

/** What a context has for execution. */
export type ExecutionLive = { execution: RunExecution };

/** Executes nothing: a service with `AGENT_HARNESS_WORKERS=0`. */
export function noExecution(storageDirectory: string, log: Log): RunExecution {
  const pruning = new Pruning(storageDirectory, (cause) => log.error(UNPRUNED, cause));
  return {
    prune: () => pruning.prune(),
    creating: (work) => pruning.creating(work),
    halt: () => Promise.resolve(),
    settled: () => Promise.resolve(),
    beside: () =>
      Promise.reject(new UnavailableError("This service executes nothing: AGENT_HARNESS_WORKERS is 0.")),
    isMoving: () => true,
    slots: () => ({ total: 0, busy: 0 }),
  };
}
