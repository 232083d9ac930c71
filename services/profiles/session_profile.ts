import type { SessionProfile } from "../../store/task_sessions/document.ts";
import type { Core } from "../kernel/context.ts";
import { usableSkills } from "../skills/read_model.ts";
import { type ProfileFor, profileFor } from "./read_model.ts";
import { effectiveRights, type Narrowing, type UsableSkill } from "./rights.ts";

/**
 * Returns the profile of a new session as `task_session.planned` records it: later changes of the profile do not affect the
 * session. `within` narrows it further.
 */
export function sessionProfile(
  service: Pick<Core, "store">,
  asked: ProfileFor,
  within: readonly Narrowing[] = [],
): SessionProfile {
  const profile = profileFor(service, asked);
  const {
    id,
    role,
    label,
    version,
    contentSha256,
    toolAllowlist,
    promptProfile,
    instructions,
    provider,
    model,
  } = profile;
  const rights = effectiveRights(profile, usableSkills(service).map(named), within);
  return {
    id,
    role,
    label,
    version,
    contentSha256,
    toolAllowlist,
    promptProfile,
    instructions,
    provider,
    model,
    rights,
  };
}

const named = ({ id, name, description, contentSha256 }: UsableSkill): UsableSkill => ({
  id,
  name,
  description,
  contentSha256,
});
