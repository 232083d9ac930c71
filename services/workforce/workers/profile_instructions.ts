import type { EnforcedProfile } from "./rights.ts";
import { isKeyOf } from "../../../store/shared/records.ts";

/** The modes that a profile can choose, and the instructions for each. */
export const PROMPT_PROFILES = {
  default: "",
  careful:
    "Work carefully: before you make a change, read the code that depends on it, and check the change with a test or a build.",
  concise:
    "Be brief: make the smallest change that completes the task, and answer in at most three sentences.",
  review:
    "You are a reviewer: report your findings with path and line, the most serious first, and change nothing.",
} as const;

/** The name of a mode. */
export type PromptProfile = keyof typeof PROMPT_PROFILES;

/** Returns a profile's instructions for the worker of a task, and the skills that it may read; empty without any. */
export function profileInstructions(profile: EnforcedProfile): string {
  if (profile === null) return "";
  const way = isKeyOf(PROMPT_PROFILES, profile.promptProfile) ? PROMPT_PROFILES[profile.promptProfile] : "";
  const { skills } = profile.rights;
  const listed = skills.map(({ name, description }) => `- ${name}: ${description}`);
  const offered = skills.length === 0 || !profile.rights.tools.includes("read_skill")
    ? ""
    : `Skills that you can read with the tool read_skill if one fits the task:\n${listed.join("\n")}`;
  return [way, profile.instructions, offered].filter((part) => part !== "").join("\n\n");
}
