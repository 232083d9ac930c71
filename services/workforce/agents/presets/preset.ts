import type { ProviderKind } from "../../../sessions/provider_kinds/definition.ts";
import type { AgentLimits } from "../../workers/agent_limits.ts";
import type { AgentConfiguration } from "../configuration/configuration.ts";
import type { ExpectedProgram } from "./expected_programs.ts";
import type { Raw } from "../protocol/raw.ts";

/** The settings for one attempt of an agent. */
export type PresetSetting = {
  home: string;
  /** The model proxy's address, without a path. */
  address: string;
  /** Its key; valid only for the proxy. */
  token: string;
  model: string;
};

/** A login that an agent gets for this service alone, made by its own unmodified command, which prints it. */
type AgentLogin = {
  command: readonly string[];
  /** Matches what the command prints. */
  token: RegExp;
  /** The provider that it is for, as the model proxy speaks to it. */
  kind: ProviderKind;
  baseUrl: string;
  /** The models that the agent can be started with, the usual one first. */
  models: readonly string[];
  /** What the agent is started with instead of a key; its token is the proxy's. */
  environment: (setting: PresetSetting) => Record<string, string>;
  /** What a person should know before they use it, in one sentence. */
  note: string;
};

/** How to start one agent so that it asks before it acts and talks only to our proxy. */
export type AgentPreset = {
  id: string;
  label: string;
  /** The commands by which an installed agent is found. */
  commands: readonly (readonly string[])[];
  /** Recognizes its command when a person gives another path. */
  matches: RegExp;
  /** The kinds of providers whose protocol it speaks. */
  speaks: readonly ProviderKind[];
  environment: (setting: PresetSetting) => Record<string, string>;
  /** Files of its home directory, by path. */
  files?: (setting: PresetSetting) => Record<string, string>;
  /** Additional parameters for opening a session. */
  meta?: Raw;
  /** The modes of its sessions in which it asks before it acts, the usual one first; absent for one that is configured to ask in each. */
  asks?: readonly string[];
  limits?: Partial<AgentLimits>;
  /** Its own configuration, from which the server of its models is read; absent for an agent that has none. */
  configuration?: AgentConfiguration;
  /** The agent's own program and the package of its adapter, where the program of `commands` is that adapter. */
  adapts?: { program: string; npm: string };
  /** Its login, where one can stay outside of the sandbox; absent for an agent that works with keys alone. */
  login?: AgentLogin;
  /** The programs that its tools need besides git, which every worktree needs. */
  expects: readonly ExpectedProgram[];
  /** What a person should know before using it. */
  note?: string;
};
