import { findProgram } from "../../../ground/kernel/find_program.ts";
import type { ProviderDefinition } from "../../../sessions/models/providers/settings/definition.ts";
import { claude } from "./claude.ts";
import { codex } from "./codex.ts";
import { gemini } from "./gemini.ts";
import { opencode } from "./opencode.ts";
import { plain } from "./plain.ts";
import type { AgentPreset } from "./preset.ts";

export type { AgentPreset, PresetSetting } from "./preset.ts";

/** The agents that this service can set up. */
export const PRESETS: readonly AgentPreset[] = [opencode, claude, codex, gemini];

/** Returns the preset that a person named, or the one whose command it is; `plain` for any other agent. */
export function presetOf(command: readonly string[], named?: string): AgentPreset {
  if (named !== undefined) return PRESETS.find(({ id }) => id === named) ?? plain;
  const line = command.join(" ");
  return PRESETS.find(({ matches }) => matches.test(line)) ?? plain;
}

/** Returns the known agents whose programs are on a search path, as providers with their preset. Starts nothing. */
export const installedAgents = (searchPath: string): ProviderDefinition[] =>
  PRESETS.flatMap(({ id, label, commands }) => {
    const command = commands.find(([program = ""]) => findProgram(program, searchPath) !== null);
    if (!command) return [];
    return [{
      id,
      kind: "acp" as const,
      source: "detected" as const,
      label,
      baseUrl: null,
      secret: null,
      privacy: "third-party" as const,
      command,
      agent: { preset: id, readable: [], allowUnsandboxed: false },
      models: [],
    }];
  });
