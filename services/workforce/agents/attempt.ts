import type { Core } from "../../ground/kernel/context.ts";
import type { ModelProxy } from "../../sessions/models/proxy/proxy.ts";
import type { WorkersLive } from "../workers/live.ts";
import type { WorkerTask } from "../workers/worker.ts";
import type { NetworkAccess } from "./network_access.ts";
import type { AgentLimits } from "../workers/agent_limits.ts";
import type { AgentSetup } from "./setup.ts";

/** An agent that can be started, with the model and the limits of this task. `service` calls its models. */
export type ReadyAgent = AgentSetup & { model: string; limits: AgentLimits; service: Core & WorkersLive };

/** The inputs of one attempt. */
export type AgentAttempt = {
  agent: ReadyAgent;
  task: WorkerTask;
  proxy: ModelProxy;
  door: NetworkAccess;
  program: { argv: readonly string[]; environment: Record<string, string> };
};
