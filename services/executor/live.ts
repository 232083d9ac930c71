import type { ExecutionLive } from "../runs/execution.ts";
import type { WorkersLive } from "../workers/live.ts";

/** What a context carries where runs are executed. */
export type ExecutorLive = ExecutionLive & WorkersLive;
