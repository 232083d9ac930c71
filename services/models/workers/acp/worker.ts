import type { Service } from "../../../context.ts";
import { type ProviderDefinition, providersOf } from "../../providers/definition.ts";
import type { Worker } from "../worker.ts";
import { AGENT_LIMITS, type AgentLimits } from "./limits.ts";
import { agentModels, setupOf } from "./setup.ts";

type Knows = Pick<Service, "store" | "providers">;

/** What stands for the model of an agent whose models nobody has named. */
const NO_MODEL = "unknown";

/** The coding agents that are configured, each with each of its models. */
export const agentWorkers = (service: Knows, limits: AgentLimits = AGENT_LIMITS): Worker[] =>
  providersOf(service).filter(({ kind }) => kind === "acp").flatMap((definition) => {
    const models = agentModels(service, definition);
    return (models.length > 0 ? models : [NO_MODEL]).map((model) =>
      agentWorker(service, definition, model, limits)
    );
  });

function agentWorker(
  service: Knows,
  definition: ProviderDefinition,
  model: string,
  limits: AgentLimits,
): Worker {
  return {
    provider: definition.id,
    model,
    readiness: () => {
      const setup = setupOf(service, definition);
      if ("reason" in setup) return setup;
      if (model !== NO_MODEL) return { ready: true };
      return {
        ready: false,
        reason: `No model is known for it: the provider "${setup.upstream.id}" has not listed any yet.`,
        fix: `Name them as "models" of "${definition.id}" in providers.json.`,
      };
    },
    // An agent plans for itself; its steps are recorded as it tells of them.
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
      const setup = setupOf(service, definition);
      if ("reason" in setup) {
        return { ok: false, reason: "provider_unavailable", detail: `${setup.reason} ${setup.fix}` };
      }
      const { performWithAgent } = await import("./perform.ts");
      return await performWithAgent({ ...setup, model, limits: { ...limits, ...setup.preset.limits } }, task);
    },
  };
}

function titleOf(request: string): string {
  const line = request.trim().split("\n", 1)[0] ?? "";
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
