import type { ExecutorLive } from "../executor/live.ts";
import type { IntegrityLive } from "../kernel/integrity.ts";

/** What a context has for the state of the whole service. */
export type SystemLive = ExecutorLive & IntegrityLive;
