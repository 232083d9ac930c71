import type { Rights, SessionLimits } from "../../store/task_sessions/document.ts";
import type { ToolRegistration } from "../policy/registration.ts";
import { TOOL_REGISTRATIONS } from "../workers/kinds.ts";
import type { AgentProfile } from "./schemas.ts";

/** What narrows a session besides its profile: its workflow node, or its parent session. */
export type Narrowing = Partial<Rights>;

/** A skill that may be used now. */
export type UsableSkill = Rights["skills"][number];

/**
 * Returns what a session may do: what its profile allows, restricted to what each of `within` and the state of the capability
 * itself allow. Nothing is added.
 */
export function effectiveRights(
  profile: Pick<AgentProfile, "toolAllowlist" | "allowedPolicyClasses" | "skillIds" | "limits">,
  usable: readonly UsableSkill[],
  within: readonly Narrowing[] = [],
): Rights {
  const inAll = (name: "tools" | "policyClasses", value: string) =>
    within.every((narrowing) => narrowing[name]?.includes(value) ?? true);
  const policyClasses = profile.allowedPolicyClasses.filter((name) =>
    name !== "blocked" && inAll("policyClasses", name)
  );
  const tools = profile.toolAllowlist.filter((name) =>
    classOf(name) !== undefined && policyClasses.includes(classOf(name)!) && inAll("tools", name)
  );
  const skills = usable.filter((skill) =>
    profile.skillIds.includes(skill.name) &&
    within.every(({ skills: allowed }) => allowed?.some(({ name }) => name === skill.name) ?? true)
  );
  return {
    tools,
    policyClasses,
    skills,
    limits: strictest([profile.limits, ...within.flatMap(({ limits }) => limits ?? [])]),
  };
}

const classOf = (name: string): ToolRegistration["policyClass"] | undefined =>
  TOOL_REGISTRATIONS.find((tool) => tool.name === name)?.policyClass;

function strictest(all: readonly SessionLimits[]): SessionLimits {
  const least = (name: "maxCostUsd" | "maxTurns") => {
    const values = all.flatMap((limits) => limits[name] ?? []);
    return values.length === 0 ? {} : { [name]: Math.min(...values) };
  };
  const [timeout] = all.flatMap(({ timeout }) => timeout ?? []).toSorted((a, b) =>
    secondsOf(a) - secondsOf(b)
  );
  return { ...least("maxCostUsd"), ...least("maxTurns"), ...(timeout !== undefined && { timeout }) };
}

/** Returns the seconds of a profile's ISO 8601 duration. */
export const secondsOf = (duration: string): number => Temporal.Duration.from(duration).total("seconds");
