import type { Core } from "../../../ground/kernel/context.ts";
import { providersOf } from "./find.ts";
import { HOSTED } from "./hosted.ts";
import { countModels } from "./models.ts";
import { readinessOf } from "./readiness.ts";
import type { ModelsLive } from "./settings/live.ts";

type Reads = Pick<Core & ModelsLive, "store" | "vault" | "providers" | "now">;

/** What prevents free-text requests, and the command for the next step. */
type NextStep = { detail: string; command: string };

/** Returns the next step toward a ready model; null where a model or agent is ready. Names no secret, since agents may read it. */
export function whatToDoNext(service: Reads): NextStep | null {
  const others = providersOf(service).filter(({ kind }) => kind.health !== null);
  const ready = others.filter((provider) => readinessOf(service, provider).ready);
  if (ready.some((provider) => countModels(service, provider) > 0)) return null;
  if (ready[0]) {
    return {
      detail: `No model of ${
        ready.map(({ id }) => id).join(", ")
      } is known yet, because its list was never read.`,
      command: `agent-harness providers check ${ready[0].id}`,
    };
  }
  if (others[0]) {
    return {
      detail: `No configured provider is ready: ${others.map(({ id }) => id).join(", ")}.`,
      command: "agent-harness providers health",
    };
  }
  return noneConfigured();
}

/** Returns how to make an unknown provider known: a check of a local server, a key of a hosted one, or its configuration. */
export function howToAdd({ providers }: Pick<Reads, "providers">, id: string): string {
  if (providers.localServers.some((server) => server.id === id)) {
    return `Start it, then: agent-harness providers check ${id}.`;
  }
  return HOSTED.some((preset) => preset.id === id)
    ? `Store its key: agent-harness secrets set --name ${id} --kind api-key --provider ${id} --value -`
    : `Add it to ${providers.path}.`;
}

function noneConfigured(): NextStep {
  const present = HOSTED.find((preset) => Deno.env.get(preset.variable));
  const none = "No model is configured. Recipes work without one.";
  if (present) {
    const { id, variable, label } = present;
    return {
      detail: `${none} ${variable} is set for this service, so ${label} can be used.`,
      command:
        `agent-harness secrets set --name ${id} --kind api-key --provider ${id} --storage-class env --reference ${variable}`,
    };
  }
  const hosted = HOSTED.map(({ label }) => label).join(", ");
  return {
    detail: `${none} To use a model server or an agent on this machine, or a key for ${hosted}, connect it.`,
    command: "agent-harness connect",
  };
}
