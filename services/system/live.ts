import type { ExecutorLive } from "../executor/live.ts";
import type { IntegrityLive } from "../kernel/integrity.ts";

/** What a context carries where the state of the whole service is asked for. */
export type SystemLive = ExecutorLive & IntegrityLive;
