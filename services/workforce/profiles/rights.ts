import type { Rights, SessionLimits } from "../../../store/task_sessions/document.ts";
import type { ToolRegistration } from "../../ground/policy/registration.ts";
import { TOOL_REGISTRATIONS } from "../worker_kinds/kinds.ts";
import { CONNECTOR_TOOL, covers, isAction } from "../workers/rights.ts";
import type { AgentProfile } from "./schemas.ts";

/** What narrows a session besides its profile: its workflow node, or its parent session. */
export type Narrowing = Partial<Rights>;

/** A skill that may be used now. */
type UsableSkill = Rights["skills"][number];

/**
 * Returns what a session may do: what its profile allows, with those of its skills that are usable now, restricted to what each of
 * `within` allows. Nothing is added.
 */
export function effectiveRights(
  profile: Pick<AgentProfile, "toolAllowlist" | "allowedPolicyClasses" | "limits">,
  usable: readonly UsableSkill[],
  within: readonly Narrowing[] = [],
): Rights {
  const policyClasses = profile.allowedPolicyClasses.filter((name) =>
    name !== "blocked" && within.every((narrowing) => narrowing.policyClasses?.includes(name) ?? true)
  );
  const tools = within.reduce((names, narrowing) => inBoth(names, narrowing.tools), profile.toolAllowlist)
    .filter((name) => classOf(name) !== undefined && policyClasses.includes(classOf(name)!));
  const skills = usable.filter((skill) =>
    within.every(({ skills: allowed }) => allowed?.some(({ name }) => name === skill.name) ?? true)
  );
  return {
    tools,
    policyClasses,
    skills,
    limits: strictest([profile.limits, ...within.flatMap(({ limits }) => limits ?? [])]),
  };
}

/** Returns what both lists allow. If one allows all actions of connectors and the other some of them, these are allowed. */
function inBoth(names: string[], others: readonly string[] | undefined): string[] {
  if (others === undefined) return names;
  const both = [
    ...names.filter((name) => covers(others, name)),
    ...others.filter((name) => covers(names, name)),
  ];
  return [...new Set(both)];
}

const classOf = (name: string): ToolRegistration["policyClass"] | undefined =>
  TOOL_REGISTRATIONS.find((tool) => tool.name === (isAction(name) ? CONNECTOR_TOOL : name))?.policyClass;

function strictest(all: readonly SessionLimits[]): SessionLimits {
  const least = (name: "maxCostUsd" | "maxTurns") => {
    const values = all.flatMap((limits) => limits[name] ?? []);
    return values.length === 0 ? {} : { [name]: Math.min(...values) };
  };
  const [timeout] = all.flatMap(({ timeout }) => timeout ?? []).toSorted((a, b) =>
    durationSeconds(a) - durationSeconds(b)
  );
  return { ...least("maxCostUsd"), ...least("maxTurns"), ...(timeout !== undefined && { timeout }) };
}

/** Returns the seconds of a profile's ISO 8601 duration. */
export const durationSeconds = (duration: string): number =>
  Temporal.Duration.from(duration).total("seconds");
