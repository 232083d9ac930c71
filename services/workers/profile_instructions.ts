import type { HeldTo } from "./rights.ts";

/** Ways to work that a profile can choose, and what a worker that reads is told of each. */
export const PROMPT_PROFILES = {
  default: "",
  careful:
    "Work carefully: read what depends on a change before you make it, and check it with a test or a build.",
  concise: "Be brief: make the smallest change that does the task, and answer in at most three sentences.",
  review: "You review: report what you find with path and line, the most serious first, and change nothing.",
} as const;

/** The name of a way to work. */
export type PromptProfile = keyof typeof PROMPT_PROFILES;

/** What a profile tells the worker of a task, and the skills that it may read; empty when it tells nothing. */
export function profileInstructions(profile: HeldTo): string {
  if (profile === null) return "";
  const way = (PROMPT_PROFILES as Readonly<Record<string, string>>)[profile.promptProfile] ?? "";
  const { skills } = profile.rights;
  const listed = skills.map(({ name, description }) => `- ${name}: ${description}`);
  const offered = skills.length === 0 || !profile.rights.tools.includes("read_skill")
    ? ""
    : `Skills that you can read with the tool read_skill, when one fits the task:\n${listed.join("\n")}`;
  return [way, profile.instructions, offered].filter((part) => part !== "").join("\n\n");
}
