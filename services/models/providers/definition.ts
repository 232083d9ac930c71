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
