import type { LanguageModel } from "ai";
import type { Privacy } from "../../../store/shared/enumerations.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { ApiProtocol } from "./protocol.ts";
import type { ProbeResult } from "./probe_result.ts";

/** How a provider became known: built in, from `providers.json`, through its secret, or because it answered. */
type ProviderSource = "builtin" | "file" | "preset" | "detected";

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
  /** The program and its arguments, for kinds that run one. */
  command?: readonly string[];
  /** How an agent uses models. */
  agent?: AgentDefinition;
  /** How a program of the operator's is confined. */
  program?: { network: boolean; allowUnsandboxed: boolean };
  /** What the configuration says about its models; `modelsOf` adds those of its catalog. */
  models: readonly ProviderModel[];
  headers?: Readonly<Record<string, string>>;
};

/** What the configuration says about an agent besides its command. */
type AgentDefinition = {
  /** The id of the provider for its model traffic; by default the first that fits. */
  through?: string | undefined;
  /** How it is set up; derived from its command by default. */
  preset?: string | undefined;
  /** Directories and files on this machine that it may read besides its own program. */
  readable: readonly string[];
  /** Whether it may start without a sandbox, with all rights of the user. */
  allowUnsandboxed: boolean;
};

/**
 * A kind of provider: all that differs between kinds. Each is a folder of `kinds/` and a line of its table; no other code asks
 * which kind a provider is of.
 */
export type ProviderKind<Worker extends string = string> = {
  id: string;
  /** What `providers.json` may say; null for what the program brings itself. */
  settings: KindSettings | null;
  /** What a provider without an address does with its input. */
  privacy: (settings: OwnSettings) => Privacy;
  models: KindModels;
  /** How it is checked; null for what is part of this program, which is always up and ready. */
  health: KindHealth | null;
  /** Returns what a call to its models goes through. */
  executionPath: (provider: ProviderDefinition) => string;
  /** How its models are called; null for a kind without models to call. */
  client: ModelClient | null;
  /** The kind of worker that does tasks with its models. */
  worker: Worker;
};

/** The settings that only some kinds have, in the order in which they are checked. */
export const OWN_SETTINGS = [
  "command",
  "through",
  "preset",
  "readable",
  "allowUnsandboxed",
  "network",
] as const;

/** The settings in `providers.json` that only some kinds have. */
export type OwnSettings = AgentDefinition & {
  command?: readonly string[] | undefined;
  network: boolean;
  models: readonly ProviderModel[];
};

/** What `providers.json` may say about a provider of a kind. */
export type KindSettings = {
  /** The address if none is given. */
  baseUrl?: string;
  /** The settings that are required. */
  needs: "baseUrl" | "command";
  has: readonly (typeof OWN_SETTINGS)[number][];
  /** Whether a provider of it can be added without editing the file. */
  canConnect: boolean;
  /** Returns the part of the definition that only this kind derives from its settings. */
  define: (settings: OwnSettings) => Pick<ProviderDefinition, "agent" | "program" | "models">;
};

/** How models of a kind become known. */
type KindModels = {
  /** Whether a check reads a list of models; otherwise all its models are offered. */
  catalog: boolean;
  /** The model where the configuration names none and there is no catalog. */
  own: ProviderModel | null;
};

/** One check of a provider. `key` reads its key, or says why it cannot. */
export type ProviderProbe = {
  service: Core;
  provider: ProviderDefinition;
  key: () => Promise<string | null | ProbeResult>;
  signal: AbortSignal;
  timeoutMilliseconds: number;
};

/** How a provider is checked: through its program, or at its address. No check makes a model generate anything. */
type KindHealth = { through: "cli" | "api"; probe: (probing: ProviderProbe) => Promise<ProbeResult> };

/** The address of an API, with the fetch that may be used for it. */
type ClientSettings = { baseURL: string; fetch: typeof fetch; headers?: Record<string, string> };

/** How models of a kind are called. */
export type ModelClient = {
  protocol: ApiProtocol;
  /** Opens a model; the package is loaded for the first. A missing key is never taken from the environment. */
  open: (
    provider: string,
    settings: ClientSettings,
    key: string | null,
    model: string,
  ) => Promise<LanguageModel>;
  /** Whether a model can be asked for an answer of a given shape. */
  takesShape: (model: ProviderModel) => boolean;
};
