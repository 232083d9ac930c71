import type { Core } from "../../ground/kernel/context.ts";
import { part } from "../../ground/kernel/part.ts";
import type { AgentLimits } from "../workers/agent_limits.ts";
import { builtinWorker } from "../recipes/worker.ts";
import type { Worker } from "../workers/worker.ts";

/** The built-in workers. */
export const workers = part({
  name: "workers",
  open: (_: Core, options: { availableWorkers?: readonly Worker[] }) =>
    options.availableWorkers ?? [builtinWorker],
});

/** Time limits of agents, where they differ from the defaults of the program. */
export const agentLimits = part({
  name: "agentLimits",
  open: (_: Core, options: { agentLimits?: Partial<AgentLimits> }) => options.agentLimits ?? {},
});
