import type { ChangeDocument } from "../../../store/changes/stream.ts";
import type { Change } from "./schemas.ts";

type Difference = ChangeDocument["diff"][number];

/** Returns what a change does to the tools, classes, skills and limits of agents. */
export function effectsOfChange({ kind, targetId, diff, proposed }: ChangeDocument): Change["effects"] {
  const named = (field: string): Difference[] =>
    diff.flatMap((each) => {
      // What another profile changes for the sessions of a role is said after the reason.
      const path = each.path.replace(/^(?:role|status): /, "");
      return path.startsWith(`${field}.`) ? [{ ...each, path: path.slice(field.length + 1) }] : [];
    });
  const names = (field: string, also: unknown[] = []) => {
    const changed = Map.groupBy(named(field), ({ after }) => after === true);
    const of = (isAdded: boolean) => (changed.get(isAdded) ?? []).map(({ path }) => path);
    return { added: [...of(true), ...also.map(String)], removed: of(false) };
  };
  return {
    tools: names("toolAllowlist"),
    classes: names("allowedPolicyClasses", kind === "capability" ? [proposed.class] : []),
    skills: names("skillIds", kind === "skill_release" ? [targetId] : []),
    limits: named("limits").map(({ path, before, after }) => ({ id: path, before, after })),
  };
}
