import type { ModelsLive } from "../../sessions/models/providers/settings/live.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import type { AgentLimits } from "./agent_limits.ts";
import type { Worker } from "./worker.ts";

/** What the context holds about workers. */
export type WorkersLive =
  & {
    /** The built-in workers. */
    workers: readonly Worker[];
    /** Time limits of agents, where they differ from the defaults of the program. */
    agentLimits: Partial<AgentLimits>;
  }
  & ModelsLive
  & SandboxLive;
