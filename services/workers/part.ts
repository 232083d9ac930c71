import type { Core } from "../kernel/context.ts";
import { part } from "../kernel/part.ts";
import type { AgentLimits } from "./acp/limits.ts";
import { builtinWorker } from "./builtin/worker.ts";
import type { Worker } from "./worker.ts";

/** The workers that the program brings itself. */
export const workers = part({
  name: "workers",
  open: (_: Core, options: { availableWorkers?: readonly Worker[] }) =>
    options.availableWorkers ?? [builtinWorker],
});

/** How long things of an agent may take, where it differs from what its program needs. */
export const agentLimits = part({
  name: "agentLimits",
  open: (_: Core, options: { agentLimits?: Partial<AgentLimits> }) => options.agentLimits ?? {},
});
