import { providerStream } from "../../../store/models/provider_stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { type ProviderDefinition } from "../../sessions/provider_kinds/definition.ts";
import { providersOf } from "../../sessions/models/providers/find.ts";
import { loginFault } from "../../sessions/models/providers/login.ts";
import { AGENTS_OWN_MODEL } from "../../sessions/provider_kinds/kinds/acp/kind.ts";
import { idsOf, PROVIDER_KINDS } from "../../sessions/provider_kinds/kinds/table.ts";
import { modelsOf } from "../../sessions/models/providers/models.ts";
import type { Readiness } from "../../sessions/models/providers/readiness.ts";
import { type Isolation, isolationOf } from "./confine.ts";
import { type AgentPreset, presetOf } from "./presets/mod.ts";
import { ownLogin } from "./own_login.ts";
import { findAgent, type FoundProgram } from "./program.ts";
import type { WorkersLive } from "../workers/live.ts";
import type { TaskModels } from "../workers/agent_host.ts";
import { searchPath } from "../../ground/kernel/environment.ts";

/** Everything needed to start an agent, or why it cannot be started. */
export type AgentSetup = {
  definition: ProviderDefinition;
  preset: AgentPreset;
  program: FoundProgram;
  upstream: ProviderDefinition;
  /** Whether `upstream` is used by the agent's own login. */
  isLoggedIn: boolean;
  isolation: Isolation;
};

/** Why an agent cannot be started. */
type UnreadyAgent = Extract<Readiness, { ready: false }>;

type Knows = Pick<Core & WorkersLive, "store" | "providers" | "sandbox">;

/** Returns the current setup of a provider of the kind `acp` on this machine, whose models may be called from elsewhere. */
export function agentSetupOf(
  service: Knows,
  definition: ProviderDefinition,
  models?: TaskModels,
): AgentSetup | UnreadyAgent {
  const command = definition.command ?? [];
  const preset = presetOf(command, definition.agent?.preset);
  const program = findAgent(command, searchPath());
  if (program === null) {
    return notReady(
      `Its program "${command[0] ?? ""}" was not found.`,
      `Install ${preset.label}, or set "command" in providers.json to the path of its program.`,
    );
  }
  const mayLogIn = !models && definition.agent?.through === undefined;
  const login = mayLogIn ? ownLogin(service, definition, preset) : null;
  const upstream = login ?? (models ? standIn(definition, models) : upstreamOf(service, definition, preset));
  if ("reason" in upstream) return upstream;
  const isolation = isolationOf(service.sandbox.state);
  if (!isolation.confined && !definition.agent?.allowUnsandboxed) {
    return notReady(
      `No sandbox works here, so it would run with all rights of the user who runs this service. ${isolation.sentence}`,
      `Make bubblewrap work (agent-harness doctor says how), or accept the risk with "allowUnsandboxed": true for "${definition.id}" in providers.json.`,
    );
  }
  return { definition, preset, program, upstream, isLoggedIn: login !== null, isolation };
}

/** Returns a provider that stands for the one of another machine, of which only its kind is known here. */
function standIn(definition: ProviderDefinition, { kind, label }: TaskModels): ProviderDefinition {
  const found = PROVIDER_KINDS.find(({ id }) => id === kind)!;
  return {
    ...definition,
    kind: found,
    label,
    baseUrl: "http://control-plane.invalid",
    secret: null,
    models: [],
  };
}

/** Returns the provider that handles an agent's model traffic. */
function upstreamOf(
  service: Knows,
  { id, agent }: ProviderDefinition,
  preset: AgentPreset,
): ProviderDefinition | UnreadyAgent {
  const providers = providersOf(service);
  const fits = ({ kind, baseUrl }: ProviderDefinition) => preset.speaks.includes(kind) && baseUrl !== null;
  const kinds = idsOf(preset.speaks).join(" or ");
  if (agent?.through === undefined) {
    return providers.find(fits) ?? {
      ...notReady(
        `No provider is configured for its models: ${preset.label} needs one of the kind ${kinds}.`,
        `Connect one: agent-harness connect ${id}.`,
      ),
      lacksServer: true,
    };
  }
  const named = providers.find((provider) => provider.id === agent.through);
  if (!named) {
    return notReady(
      `The provider "${agent.through}", named in "through", does not exist.`,
      `Add it to providers.json, or change "through" of "${id}".`,
    );
  }
  return fits(named) ? named : notReady(
    `It uses the provider "${named.id}" of the kind ${named.kind.id}, but ${preset.label} needs ${kinds}.`,
    `Change "through" of "${id}" in providers.json.`,
  );
}

/** Returns the model of an agent: the one that was named, or the first of the provider that it goes through. */
export function agentModel(service: Knows, upstream: ProviderDefinition, named: string): string | null {
  if (named !== AGENTS_OWN_MODEL) return named;
  const models = modelsOf(service, upstream);
  const fit = models.find(({ roles }) => roles.includes("worker")) ??
    models.find(({ roles }) => roles.length === 0);
  return fit?.id ?? null;
}

/** Returns whether an agent can be started now with a model, and if not, why. */
export function agentReadiness(service: Knows, definition: ProviderDefinition, named: string): Readiness {
  const setup = agentSetupOf(service, definition);
  if ("reason" in setup) return setup;
  const login = loginFault(service.store.documents.get(providerStream, definition.id));
  if (login) return { ready: false, ...login };
  if (agentModel(service, setup.upstream, named) !== null) return { ready: true };
  return notReady(
    `No models of its provider "${setup.upstream.id}" are known.`,
    `List them in "models" of "${definition.id}" in providers.json, or run agent-harness providers check ${setup.upstream.id}.`,
  );
}

const notReady = (reason: string, fix: string) => ({ ready: false as const, reason, fix });
