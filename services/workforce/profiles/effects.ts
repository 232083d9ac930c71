import type { ProfileContent } from "../../../store/profiles/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { WorkersLive } from "../workers/live.ts";
import { contentOf, withSkillIds } from "./content.ts";
import { type FieldChange, profileDiff } from "./diff.ts";
import { privacyOf } from "./privacy.ts";
import { allProfiles, profileFor } from "./read_model.ts";
import type { AgentProfile } from "./schemas.ts";

/**
 * Returns what new content of a profile changes, or of a new profile if `target` is null: in the profile itself, and for sessions
 * that get another profile because of it. Settings and change requests are both judged by this.
 */
export function effectsOf(
  ctx: Ctx<WorkersLive>,
  target: AgentProfile | null,
  content: ProfileContent,
): FieldChange[] {
  const after = withSkillIds(ctx, content);
  // A new profile replaces the one that its role has now.
  const before = withSkillIds(ctx, contentOf(target ?? profileFor(ctx, after)));
  return [...profileDiff(before, after, privacyOf(ctx)), ...moved(ctx, target, after)];
}

/** The sessions of a role get another profile if this one becomes active or inactive; returns what that changes for them. */
function moved(ctx: Ctx<WorkersLive>, target: AgentProfile | null, after: ProfileContent): FieldChange[] {
  if (target === null) return [];
  const profiles = allProfiles(ctx);
  const isOwn = target.source !== "builtin";
  // Whatever overrides a built-in profile is a new one, and the newest comes first.
  const then: AgentProfile = { ...target, ...after, source: isOwn ? target.source : "user" };
  const next = isOwn ? profiles.map((each) => each.id === target.id ? then : each) : [then, ...profiles];
  const { role, workflowTemplateId } = target;
  const [held, later] = [
    profileFor(ctx, { role, workflowTemplateId }),
    profileFor(ctx, { role, workflowTemplateId }, next),
  ];
  if (held.id === later.id) return [];
  const active = (profile: AgentProfile) => ({
    ...withSkillIds(ctx, contentOf(profile)),
    status: "active" as const,
  });
  return profileDiff(active(held), active(later), privacyOf(ctx)).map((change) => ({
    ...change,
    path: `${target.status === after.status ? "role" : "status"}: ${change.path}`,
  }));
}

/** Returns the paths that give agents more rights than before. */
export const widerPaths = (changes: readonly FieldChange[]): string[] =>
  changes.filter(({ effect }) => effect === "widens").map(({ path }) => path);
