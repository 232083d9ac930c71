import type { Core } from "../../kernel/context.ts";
import { definitionOf } from "./configured.ts";
import { detectedProviders } from "./detected.ts";
import { hostedProviders } from "./hosted.ts";
import type { ModelsLive } from "../live.ts";

/** Where what is sent to a provider ends up: on this machine, in a network of one's own, or with somebody else. */
export type Privacy = "local" | "private-network" | "third-party";

/** What speaks to a provider. */
export type ProviderKind = "builtin" | "openai-compatible" | "openai" | "anthropic" | "acp" | "command";

/** How a provider came to be known: with the program, from `providers.json`, by its secret, or by answering here. */
export type ProviderSource = "builtin" | "file" | "preset" | "detected";

/** One model of a provider. A null is not known; an unknown price is never zero. */
export type ProviderModel = {
  id: string;
  contextTokens: number | null;
  outputTokens: number | null;
  inputCostPerMillion: number | null;
  outputCostPerMillion: number | null;
  /** Such as `tools`, `vision`, `reasoning`; empty where nothing is known. */
  capabilities: readonly string[];
  /** What it is meant for, such as `worker` or `coordinator`; empty: for everything. */
  roles: readonly string[];
  notes: string | null;
  /** Where it differs from the provider's own: a local server can pass a model on to a hosted one. */
  privacy?: Privacy;
};

/** A provider of models or agents, as the service is to use it. */
export type ProviderDefinition = {
  id: string;
  kind: ProviderKind;
  source: ProviderSource;
  label: string;
  /** Without a slash at its end; what comes after it is the protocol's own, such as `/chat/completions`. */
  baseUrl: string | null;
  /** The secret that holds its key, by name; null where it needs none. */
  secret: { name: string } | null;
  privacy: Privacy;
  /** The program and its arguments, of the kinds `acp` and `command`. */
  command?: readonly string[];
  /** How an agent uses models, of the kind `acp`. */
  agent?: AgentDefinition;
  /** How its program is held, of the kind `command`. */
  program?: { network: boolean; allowUnsandboxed: boolean };
  /** What the configuration says of its models; `modelsOf` adds what its catalog lists. */
  models: readonly ProviderModel[];
  headers?: Readonly<Record<string, string>>;
};

/** What the configuration says of an agent besides its command. */
export type AgentDefinition = {
  /** The id of the provider that its model traffic goes to; the first that fits when absent. */
  through?: string | undefined;
  /** How it is set up; its command tells when absent. */
  preset?: string | undefined;
  /** Directories and files of this machine that it may read besides its own program. */
  readable: readonly string[];
  /** Whether it may be started where no sandbox works, with all rights of the user. */
  allowUnsandboxed: boolean;
};

const BUILTIN: ProviderDefinition = {
  id: "builtin",
  kind: "builtin",
  source: "builtin",
  label: "Built-in recipes",
  baseUrl: null,
  secret: null,
  privacy: "local",
  models: [{
    id: "recipe",
    contextTokens: null,
    outputTokens: null,
    inputCostPerMillion: 0,
    outputCostPerMillion: 0,
    capabilities: ["recipes"],
    roles: ["worker", "planner"],
    notes: "Does instructions in plain words, one a line; deterministic, without a model and a network.",
  }],
};

type Knows = Pick<Core & ModelsLive, "store" | "providers">;

/**
 * Every provider that the service knows, `builtin` first, then those of `providers.json` in its order, then hosted ones that
 * a secret is stored for, then servers and agents that were found on this machine. The file wins over what has the same id
 * or address.
 */
export function providersOf(service: Knows): readonly ProviderDefinition[] {
  const configured = service.providers.settings().providers.map(definitionOf);
  const ids = new Set(["builtin", ...configured.map(({ id }) => id)]);
  const addresses = new Set(configured.map(({ baseUrl }) => baseUrl));
  const others = [...hostedProviders(service), ...detectedProviders(service), ...service.providers.agents]
    .filter(({ id, baseUrl }) => !ids.has(id) && (baseUrl === null || !addresses.has(baseUrl)));
  return [BUILTIN, ...configured, ...others];
}

/** The provider of that id, or null. */
export const findProvider = (service: Knows, id: string): ProviderDefinition | null =>
  providersOf(service).find((provider) => provider.id === id) ?? null;
