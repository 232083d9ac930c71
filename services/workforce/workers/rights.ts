import type { SessionProfile } from "../../../store/task_sessions/document.ts";

/** The tool for every action of every connector. */
export const CONNECTOR_TOOL = "use_connector";

/** The profile of a task; null for a session that was planned before profiles existed. */
export type EnforcedProfile = SessionProfile | null;

/** Whether a name of an allowlist is one action of a connector, such as `shop.order`; no tool has a dot in its name. */
export const isAction = (name: string): boolean => name.includes(".");

/** Whether an allowlist contains a name, or the tool for all actions of connectors if the name is one of them. */
export const covers = (names: readonly string[], name: string): boolean =>
  names.includes(name) || (isAction(name) && names.includes(CONNECTOR_TOOL));

/**
 * Whether a task may use a tool, or an action of a connector. Every worker checks this where it executes the tool, whatever was
 * offered. The tool for connectors is allowed where at least one action is; which one is checked where it is carried out.
 */
export const mayUse = (profile: EnforcedProfile, name: string): boolean =>
  profile === null || covers(profile.rights.tools, name) ||
  (name === CONNECTOR_TOOL && profile.rights.tools.some(isAction));

/** Returns why a tool is refused, in one sentence. */
export const notAllowed = (profile: EnforcedProfile, tool: string): string =>
  `The profile "${profile?.label}" (${profile?.id}, version ${profile?.version}) does not allow the tool ${tool}.`;

/** Returns those of `tools` that a task may not use. */
export const missingOf = (profile: EnforcedProfile, tools: readonly string[]): string[] =>
  tools.filter((tool) => !mayUse(profile, tool));

/** Returns why a worker that uses `tools` without asking cannot do a task that forbids some of them; null if it can. */
export function whyNotEnforceable(
  profile: EnforcedProfile,
  worker: string,
  tools: readonly string[],
): string | null {
  const missing = missingOf(profile, tools);
  if (missing.length === 0) return null;
  return `${
    notAllowed(profile, missing.join(", "))
  } ${worker} uses it without asking, so the profile cannot be ` +
    "enforced and the worker was not started. Name another worker, or change the profile.";
}
