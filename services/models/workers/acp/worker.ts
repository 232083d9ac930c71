import type { Service } from "../../../context.ts";
import type { ProviderDefinition } from "../../providers/definition.ts";
import type { Worker } from "../worker.ts";
import { setupOf } from "./setup.ts";

type Knows = Pick<Service, "store" | "providers" | "sandbox" | "agentLimits">;

/** A coding agent that speaks the Agent Client Protocol, with one of the models of the provider that it goes through. */
export function agentWorker(
  service: Knows,
  definition: ProviderDefinition,
  model: string,
): Worker {
  return {
    provider: definition.id,
    model,
    readiness: () => {
      const setup = setupOf(service, definition);
      return "reason" in setup ? setup : { ready: true };
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
      const limits = { ...service.agentLimits, ...setup.preset.limits };
      return await performWithAgent({ ...setup, model, limits }, task);
    },
  };
}

function titleOf(request: string): string {
  const line = request.trim().split("\n", 1)[0] ?? "";
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
}
