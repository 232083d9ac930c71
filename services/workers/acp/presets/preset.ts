import type { ProviderKind } from "../../../models/providers/definition.ts";
import type { AgentLimits } from "../limits.ts";
import type { Raw } from "../raw.ts";

/** What an agent is set up with for one attempt. */
export type PresetSetting = {
  home: string;
  /** Of the model proxy, without a path. */
  address: string;
  /** What it has for a key: good for the proxy alone. */
  token: string;
  model: string;
};

/** How one agent is started so that it asks before it acts and talks to our proxy alone. */
export type AgentPreset = {
  id: string;
  label: string;
  /** The commands under which it is found when it is installed. */
  commands: readonly (readonly string[])[];
  /** Recognises its command when a person gives another path. */
  matches: RegExp;
  /** The kinds of providers whose protocol it speaks. */
  speaks: readonly ProviderKind[];
  environment: (setting: PresetSetting) => Record<string, string>;
  /** Files of its home, by path. */
  files?: (setting: PresetSetting) => Record<string, string>;
  /** What a session is opened with besides. */
  meta?: Raw;
  limits?: Partial<AgentLimits>;
  /** What a person should know before they use it. */
  note?: string;
};
