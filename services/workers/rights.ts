import type { SessionProfile } from "../../store/task_sessions/document.ts";

/** The profile of a task; null for a session that was planned before profiles existed. */
export type HeldTo = SessionProfile | null;

/** Whether a task may use a tool. Every worker checks this where it executes the tool, whatever was offered. */
export const mayUse = (profile: HeldTo, tool: string): boolean =>
  profile === null || profile.rights.tools.includes(tool);

/** Returns why a tool is refused, in one sentence. */
export const notAllowed = (profile: HeldTo, tool: string): string =>
  `The profile "${profile?.label}" (${profile?.id}, version ${profile?.version}) does not allow the tool ${tool}.`;

/** Returns those of `tools` that a task may not use. */
export const missingOf = (profile: HeldTo, tools: readonly string[]): string[] =>
  tools.filter((tool) => !mayUse(profile, tool));

/** Returns why a worker that uses `tools` without asking cannot do a task that forbids some of them; null if it can. */
export function cannotHold(profile: HeldTo, worker: string, tools: readonly string[]): string | null {
  const missing = missingOf(profile, tools);
  if (missing.length === 0) return null;
  return `${
    notAllowed(profile, missing.join(", "))
  } ${worker} uses it without asking, so the profile cannot be ` +
    "enforced and the worker was not started. Name another worker, or change the profile.";
}
