import { type ProfileContent, profileContentSchema } from "../../../store/profiles/stream.ts";
import { keysOf } from "../../../store/shared/records.ts";
import type { ApplyingLive } from "../../control/approvals/applying.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import type { WorkersLive } from "../workers/live.ts";
import { BUILTIN_PROFILES } from "./builtin.ts";
import { checkNames } from "./check.ts";
import { contentOf, withSkillIds } from "./content.ts";
import type { FieldChange } from "./diff.ts";
import { effectsOf, widerPaths } from "./effects.ts";
import { allProfiles, requireProfile } from "./read_model.ts";
import { saveProfile } from "./save.ts";
import type { AgentProfile, ApplyAgentProfileSettingsInput, ProfileSettings } from "./schemas.ts";

/**
 * Changes a profile at once if that gives it no additional rights. For a built-in one it creates, or changes, the profile that
 * overrides it. Throws `InvalidError` naming what would widen it, `NotFoundError` for the id.
 */
export function applyProfileSettings(
  ctx: Ctx<WorkersLive & ApplyingLive>,
  { profileId, settings }: ApplyAgentProfileSettingsInput,
): Made<AgentProfile> {
  const target = targetOf(ctx, profileId);
  const content = withSettings(ctx, contentOf(target), settings);
  checkNames(ctx, content);
  const changes = effectsOf(ctx, target, content);
  refuseWider(target, changes);
  if (changes.length === 0) return existing(target);
  const isBuiltin = target.source === "builtin";
  const saved = saveProfile(ctx, {
    id: isBuiltin ? null : target.id,
    content,
    source: target.source === "imported" ? "imported" : "user",
    overrides: isBuiltin ? target.id : target.overrides,
  });
  return isBuiltin ? made(saved) : existing(saved);
}

/** Returns the profile to change: for a built-in one, the profile that overrides it. */
export const targetOf = (ctx: Ctx, id: string): AgentProfile =>
  allProfiles(ctx).find((profile) => profile.overrides === id) ?? requireProfile(ctx, id);

/**
 * Returns a profile's content with the settings applied; fields that they do not name stay, and null gives one the value of
 * the built-in profile of its role.
 */
export function withSettings(ctx: Ctx, content: ProfileContent, settings: ProfileSettings): ProfileContent {
  const usual: Record<string, unknown> = BUILTIN_PROFILES.find(({ role }) => role === content.role) ?? {};
  const cleared = keysOf(settings).filter((name) => settings[name] === null);
  const given = { ...settings, ...Object.fromEntries(cleared.map((name) => [name, usual[name]])) };
  // Of what is undefined, such as labels that the built-in profile does not have, no key remains.
  const fields = Object.entries({ ...content, ...given }).filter(([, value]) => value !== undefined);
  return withSkillIds(ctx, profileContentSchema.parse(Object.fromEntries(fields)));
}

function refuseWider({ id }: AgentProfile, changes: readonly FieldChange[]): void {
  const wider = widerPaths(changes);
  if (wider.length === 0) return;
  throw new InvalidError(
    `This would widen the profile "${id}": ${wider.slice(0, 10).join(", ")}. A human decides that: ` +
      "send it as POST /agent-profile-changes. Settings can only narrow a profile's rights or leave them unchanged.",
  );
}
