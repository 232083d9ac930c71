/** Where data sent to a provider ends up: on this machine, in your own network, or with a third party. */
export type Privacy = "local" | "private-network" | "third-party";

/** The protocol of a provider. */
export type ProviderKind = "builtin" | "openai-compatible" | "openai" | "anthropic" | "acp" | "command";

/** How a provider became known: built in, from `providers.json`, through its secret, or because it answered. */
export type ProviderSource = "builtin" | "file" | "preset" | "detected";

/** One model of a provider. Null means unknown; an unknown price is never zero. */
export type ProviderModel = {
  id: string;
  contextTokens: number | null;
  outputTokens: number | null;
  inputCostPerMillion: number | null;
  outputCostPerMillion: number | null;
  /** Such as `tools`, `vision`, `reasoning`; empty where unknown. */
  capabilities: readonly string[];
  /** Its intended roles, such as `worker` or `coordinator`; empty means any role. */
  roles: readonly string[];
  notes: string | null;
  /** Where it differs from the provider's: a local server can forward a model to a hosted one. */
  privacy?: Privacy;
};

/** A provider of models or agents, as the service uses it. */
export type ProviderDefinition = {
  id: string;
  kind: ProviderKind;
  source: ProviderSource;
  label: string;
  /** Without a trailing slash; the protocol adds its own paths, such as `/chat/completions`. */
  baseUrl: string | null;
  /** The name of the secret that holds its key; null if it needs none. */
  secret: { name: string } | null;
  privacy: Privacy;
  /** The program and its arguments, for the kinds `acp` and `command`. */
  command?: readonly string[];
  /** How an agent uses models, for the kind `acp`. */
  agent?: AgentDefinition;
  /** How its program is confined, for the kind `command`. */
  program?: { network: boolean; allowUnsandboxed: boolean };
  /** What the configuration says about its models; `modelsOf` adds those of its catalog. */
  models: readonly ProviderModel[];
  headers?: Readonly<Record<string, string>>;
};

/** What the configuration says about an agent besides its command. */
export type AgentDefinition = {
  /** The id of the provider for its model traffic; by default the first that fits. */
  through?: string | undefined;
  /** How it is set up; derived from its command by default. */
  preset?: string | undefined;
  /** Directories and files on this machine that it may read besides its own program. */
  readable: readonly string[];
  /** Whether it may start without a sandbox, with all rights of the user. */
  allowUnsandboxed: boolean;
};
