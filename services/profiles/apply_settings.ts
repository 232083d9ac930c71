import type { ProfileContent } from "../../store/profiles/stream.ts";
import type { ApplyingLive } from "../approvals/applying.ts";
import type { Ctx } from "../kernel/context.ts";
import { InvalidError } from "../kernel/errors.ts";
import type { WorkersLive } from "../workers/live.ts";
import { checkContent } from "./check.ts";
import { contentOf } from "./content.ts";
import { type FieldChange, profileDiff } from "./diff.ts";
import { privacyOf } from "./privacy.ts";
import { allProfiles, profileFor, requireProfile } from "./read_model.ts";
import { saveProfile } from "./save.ts";
import type { AgentProfile, ApplyAgentProfileSettingsInput, ProfileSettings } from "./schemas.ts";

/**
 * Changes a profile at once if that gives it no additional rights. For a built-in one it creates, or changes, the profile that
 * overrides it. Throws `InvalidError` naming what would widen it, `NotFoundError` for the id.
 */
export function applyProfileSettings(
  ctx: Ctx<WorkersLive & ApplyingLive>,
  { profileId, settings }: ApplyAgentProfileSettingsInput,
): AgentProfile {
  const target = targetOf(ctx, profileId);
  const content = withSettings(contentOf(target), settings);
  checkContent(ctx, content);
  const changes = [
    ...profileDiff(contentOf(target), content, privacyOf(ctx)),
    ...fallBack(ctx, target, content),
  ];
  refuseWider(target, changes);
  if (changes.length === 0) return target;
  const isBuiltin = target.source === "builtin";
  return saveProfile(ctx, {
    id: isBuiltin ? null : target.id,
    content,
    source: target.source === "imported" ? "imported" : "user",
    overrides: isBuiltin ? target.id : target.overrides,
  });
}

/** Returns the profile to change: for a built-in one, the profile that overrides it. */
export const targetOf = (ctx: Ctx, id: string): AgentProfile =>
  allProfiles(ctx).find((profile) => profile.overrides === id) ?? requireProfile(ctx, id);

/** Returns a profile's content with the settings applied; fields that they do not name stay. */
export const withSettings = (content: ProfileContent, settings: ProfileSettings): ProfileContent => ({
  ...content,
  // Zod sets no undefined here: an absent field has no key.
  ...settings as Partial<ProfileContent>,
});

/** Activating or deactivating a profile moves its role to another profile; returns what that changes for its sessions. */
function fallBack(ctx: Ctx<WorkersLive>, target: AgentProfile, after: ProfileContent): FieldChange[] {
  if (target.status === after.status) return [];
  const profiles = allProfiles(ctx).filter(({ id }) => id !== target.id);
  const then = { ...target, ...after };
  const among = target.source === "builtin"
    ? [then, ...profiles]
    : allProfiles(ctx).map((profile) => profile.id === target.id ? then : profile);
  const asked = { role: target.role, workflowTemplateId: target.workflowTemplateId };
  const [held, next] = [profileFor(ctx, asked), profileFor(ctx, asked, among)];
  const unstated = (profile: AgentProfile) => ({ ...contentOf(profile), status: "active" as const });
  if (held.id === next.id) return [];
  return profileDiff(unstated(held), unstated(next), privacyOf(ctx)).map((change) => ({
    ...change,
    path: `status: ${change.path}`,
  }));
}

function refuseWider({ id }: AgentProfile, changes: readonly FieldChange[]): void {
  const wider = changes.filter(({ effect }) => effect === "widens").map(({ path }) => path);
  if (wider.length === 0) return;
  throw new InvalidError(
    `This would widen the profile "${id}": ${wider.slice(0, 10).join(", ")}. A human decides that: ` +
      "send it as POST /agent-profile-changes. Settings can only narrow a profile's rights or leave them unchanged.",
  );
}
