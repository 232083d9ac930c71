import type { SessionProfile } from "../../store/task_sessions/document.ts";

/** The profile that a task is held to; null for a session that was planned before there were profiles. */
export type HeldTo = SessionProfile | null;

/** Whether a task may use a tool. Every worker asks this where it performs the tool, whatever was offered. */
export const mayUse = (profile: HeldTo, tool: string): boolean =>
  profile === null || profile.rights.tools.includes(tool);

/** Why a tool is refused, in one sentence. */
export const notAllowed = (profile: HeldTo, tool: string): string =>
  `The profile "${profile?.label}" (${profile?.id}, version ${profile?.version}) does not allow the tool ${tool}.`;

/** Those of `tools` that a task may not use. */
export const missingOf = (profile: HeldTo, tools: readonly string[]): string[] =>
  tools.filter((tool) => !mayUse(profile, tool));

/** Why a worker that uses `tools` without asking cannot have a task that may not use all of them; null when it can. */
export function cannotHold(profile: HeldTo, worker: string, tools: readonly string[]): string | null {
  const missing = missingOf(profile, tools);
  if (missing.length === 0) return null;
  return `${
    notAllowed(profile, missing.join(", "))
  } ${worker} uses it without asking, so it cannot be held to ` +
    "that and was not started. Name another worker, or change the profile.";
}
