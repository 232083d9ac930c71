import { type ProfileContent, profileStream } from "../../store/profiles/stream.ts";
import { type Ctx, record } from "../kernel/context.ts";
import { hashOf } from "./content.ts";
import { requireProfile } from "./read_model.ts";
import type { AgentProfile } from "./schemas.ts";

/** What a profile is to say from now on, and why it may. */
export type SavedProfile = {
  /** The profile that is changed; null for a new one, and for one that stands in for a built-in profile. */
  id: string | null;
  content: ProfileContent;
  source: "user" | "imported";
  overrides?: string | undefined;
  changeId?: string | undefined;
};

/** Records a new version of a profile, or a new profile. Whoever calls this has decided that the change may be made. */
export function saveProfile(
  ctx: Ctx,
  { id, content, source, overrides, changeId }: SavedProfile,
): AgentProfile {
  const data = {
    content,
    contentSha256: hashOf(content),
    source,
    ...(overrides !== undefined && { overrides }),
    ...(changeId !== undefined && { changeId }),
  };
  if (id !== null) {
    record(ctx, profileStream, id, [{ type: "agent_profile.changed", data }]);
    return requireProfile(ctx, id);
  }
  const made = ctx.newId("profile");
  record(ctx, profileStream, made, [{ type: "agent_profile.created", data }], { expectedVersion: 0 });
  return requireProfile(ctx, made);
}
