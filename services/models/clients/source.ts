/** What a client has to know of a provider. */
export type ModelSource = {
  id: string;
  kind: string;
  /** Null for the address that the provider itself publishes. */
  baseUrl: string | null;
  /** The secret that holds its key; null where it needs none. */
  secret: { name: string } | null;
  headers?: Readonly<Record<string, string>> | undefined;
};

/** What has to be known of a model to call it. */
export type ModelFacts = {
  id: string;
  contextTokens: number | null;
  outputTokens: number | null;
  inputCostPerMillion: number | null;
  outputCostPerMillion: number | null;
  capabilities: readonly string[];
};

/** A model that may be asked. */
export type Candidate = { provider: ModelSource; model: ModelFacts };
