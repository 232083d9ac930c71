import type { ProviderKind } from "../../../sessions/models/providers/settings/definition.ts";
import type { AgentLimits } from "../../workers/agent_limits.ts";
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
  limits?: Partial<AgentLimits>;
  /** What a person should know before using it. */
  note?: string;
};
