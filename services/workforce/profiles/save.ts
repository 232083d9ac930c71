import { type ProfileContent, profileStream } from "../../../store/profiles/stream.ts";
import type { ApplyingLive } from "../../control/approvals/applying.ts";
import { supersedeChanges } from "../../control/changes/settle.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { hashOf } from "./content.ts";
import { requireProfile } from "./read_model.ts";
import type { AgentProfile } from "./schemas.ts";

/** The new content of a profile, and why the change is allowed. */
type SavedProfile = {
  /** The profile to change; null for a new one, and for one that overrides a built-in profile. */
  id: string | null;
  content: ProfileContent;
  source: "user" | "imported";
  overrides?: string | undefined;
  changeId?: string | undefined;
};

/**
 * Records a new version of a profile, or a new profile, and withdraws pending changes of the former one. The caller has decided
 * that the change may be made.
 */
export function saveProfile(
  ctx: Ctx<ApplyingLive>,
  { id, content, source, overrides, changeId }: SavedProfile,
): AgentProfile {
  const data = {
    content,
    contentSha256: hashOf(content),
    source,
    ...(overrides !== undefined && { overrides }),
    ...(changeId !== undefined && { changeId }),
  };
  const saved = id ?? ctx.newId("profile");
  return ctx.write(() => {
    for (const changed of new Set([id ?? overrides, overrides])) {
      const detail = `The profile ${changed} was changed in the meantime. Request the change again.`;
      if (changed !== undefined) supersedeChanges(ctx, changed, detail, changeId);
    }
    const type = id === null ? "agent_profile.created" : "agent_profile.changed";
    record(ctx, profileStream, saved, [{ type, data }]);
    return requireProfile(ctx, saved);
  });
}
