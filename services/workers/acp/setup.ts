import type { Core } from "../../kernel/context.ts";
import { type ProviderDefinition, providersOf } from "../../models/providers/definition.ts";
import { AGENTS_OWN_MODEL, modelsOf } from "../../models/providers/models.ts";
import type { Readiness } from "../../models/providers/readiness.ts";
import { type Isolation, isolationOf } from "./confine.ts";
import { type AgentPreset, presetOf } from "./presets/mod.ts";
import { findAgent, type FoundProgram } from "./program.ts";
import type { WorkersLive } from "../live.ts";
import { searchPath } from "../../kernel/environment.ts";

/** All that an agent needs to be started; or why it cannot be. */
export type AgentSetup = {
  definition: ProviderDefinition;
  preset: AgentPreset;
  program: FoundProgram;
  upstream: ProviderDefinition;
  isolation: Isolation;
};

type Knows = Pick<Core & WorkersLive, "store" | "providers" | "sandbox">;

/** What a provider of the kind `acp` comes to on this machine, now. */
export function setupOf(
  service: Knows,
  definition: ProviderDefinition,
): AgentSetup | Extract<Readiness, { ready: false }> {
  const command = definition.command ?? [];
  const preset = presetOf(command, definition.agent?.preset);
  const program = findAgent(command, searchPath());
  if (program === null) {
    return notReady(
      `Its program "${command[0] ?? ""}" is not there.`,
      `Install ${preset.label}, or give the path of its program as "command" in providers.json.`,
    );
  }
  const upstream = upstreamOf(service, definition, preset);
  if ("reason" in upstream) return upstream;
  const isolation = isolationOf(service.sandbox.state);
  if (!isolation.confined && !definition.agent?.allowUnsandboxed) {
    return notReady(
      `No sandbox works here, so it would run with all rights of the user of this service. ${isolation.sentence}`,
      `Make bubblewrap work (agent-harness doctor says how), or accept that with "allowUnsandboxed": true for "${definition.id}" in providers.json.`,
    );
  }
  return { definition, preset, program, upstream, isolation };
}

/** The provider that an agent's model traffic goes to. */
function upstreamOf(
  service: Knows,
  { id, agent }: ProviderDefinition,
  preset: AgentPreset,
): ProviderDefinition | Extract<Readiness, { ready: false }> {
  const providers = providersOf(service);
  const fits = ({ kind, baseUrl }: ProviderDefinition) => preset.speaks.includes(kind) && baseUrl !== null;
  const kinds = preset.speaks.join(" or ");
  if (agent?.through === undefined) {
    return providers.find(fits) ?? notReady(
      `There is no provider for its models: ${preset.label} needs one of the kind ${kinds}.`,
      `Add one to providers.json, and name it as "through" of "${id}".`,
    );
  }
  const named = providers.find((provider) => provider.id === agent.through);
  if (!named) {
    return notReady(
      `The provider "${agent.through}" that it goes through does not exist.`,
      `Add it to providers.json, or change "through" of "${id}".`,
    );
  }
  return fits(named) ? named : notReady(
    `It goes through the provider "${named.id}" of the kind ${named.kind}, and ${preset.label} speaks to ${kinds}.`,
    `Change "through" of "${id}" in providers.json.`,
  );
}

/** The model that an agent works with: the one that was named, or the first that the provider has which it goes through. */
export function agentModel(service: Knows, upstream: ProviderDefinition, named: string): string | null {
  if (named !== AGENTS_OWN_MODEL) return named;
  const models = modelsOf(service, upstream);
  const fit = models.find(({ roles }) => roles.includes("worker")) ??
    models.find(({ roles }) => roles.length === 0);
  return fit?.id ?? null;
}

/** Whether an agent can be started now with a model, or why it cannot. */
export function agentReadiness(service: Knows, definition: ProviderDefinition, named: string): Readiness {
  const setup = setupOf(service, definition);
  if ("reason" in setup) return setup;
  if (agentModel(service, setup.upstream, named) !== null) return { ready: true };
  return notReady(
    `No model of the provider "${setup.upstream.id}" that it goes through is known.`,
    `Name them as "models" of "${definition.id}" in providers.json, or: agent-harness providers check ${setup.upstream.id}.`,
  );
}

const notReady = (reason: string, fix: string) => ({ ready: false as const, reason, fix });
