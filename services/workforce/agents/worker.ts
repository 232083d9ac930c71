import type { Core } from "../../ground/kernel/context.ts";
import type { ProviderDefinition } from "../../sessions/provider_kinds/definition.ts";
import { AGENT_LIMITS } from "../workers/agent_limits.ts";
import type { Worker } from "../workers/worker.ts";
import { agentModel, agentReadiness, agentSetupOf } from "./setup.ts";
import type { WorkersLive } from "../workers/live.ts";
import { ellipsis } from "../../ground/kernel/words.ts";

/** A coding agent that speaks the Agent Client Protocol, with a model of the provider that it goes through. */
export function agentWorker(
  service: Core & WorkersLive,
  definition: ProviderDefinition,
  model: string,
): Worker {
  return {
    elsewhere: "installed",
    guardsItself: true,
    stopsBetweenTools: true,
    provider: definition.id,
    model,
    readiness: () => agentReadiness(service, definition, model),
    upstream: () => {
      const setup = agentSetupOf(service, definition);
      if ("reason" in setup || setup.isLoggedIn) return null;
      const named = agentModel(service, setup.upstream, model);
      return named === null ? null : { provider: setup.upstream, model: named };
    },
    // An agent plans for itself; its steps are recorded as it reports them.
    plan: (request) =>
      Promise.resolve({
        tasks: [{
          id: "task_1",
          title: titleOf(request),
          instructions: request,
          dependsOn: [],
          commands: [],
        }],
      }),
    perform: async (task) => {
      const { models } = task.host;
      const setup = agentSetupOf(service, definition, models);
      const named = "reason" in setup ? null : models?.model ?? agentModel(service, setup.upstream, model);
      if ("reason" in setup || named === null) {
        const state = agentReadiness(service, definition, model);
        const detail = state.ready
          ? "It has just become ready. Retry the task."
          : `${state.reason} ${state.fix}`;
        return { ok: false, reason: "provider_unavailable", detail };
      }
      const { performWithAgent } = await import("./perform.ts");
      const limits = { ...AGENT_LIMITS, ...setup.preset.limits, ...service.agentLimits };
      return await performWithAgent({ ...setup, model: named, limits, service }, task);
    },
  };
}

const titleOf = (request: string): string => ellipsis(request.trim().split("\n", 1)[0] ?? "", 120);
