import type { ModelsLive } from "../models/live.ts";
import type { SandboxLive } from "../processes/sandbox/mod.ts";
import type { AgentLimits } from "./acp/limits.ts";
import type { Worker } from "./worker.ts";

/** What a context carries of workers, with what they work by. */
export type WorkersLive =
  & {
    /** Those that the program brings itself. */
    workers: readonly Worker[];
    /** How long things of an agent may take, where it differs from what its program needs. */
    agentLimits: Partial<AgentLimits>;
  }
  & ModelsLive
  & SandboxLive;
