import type { ExecutorLive } from "../../execution/commands/live.ts";
import type { IntegrityLive } from "../../ground/kernel/integrity.ts";
import type { HeldLoop } from "./held_loop.ts";

/** What a context has for the state of the whole service. */
export type SystemLive = ExecutorLive & IntegrityLive & { heldLoop: HeldLoop };
