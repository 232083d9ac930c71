import { type SessionProfile, sessionProfileSchema } from "../../../store/task_sessions/document.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { skillsNamed } from "../../knowledge/skills/read_model.ts";
import { type ProfileFor, profileFor } from "./read_model.ts";
import { effectiveRights, type Narrowing } from "./rights.ts";

/**
 * Returns the profile of a new session as `task_session.planned` records it: later changes of the profile do not affect the
 * session. `within` narrows it further.
 */
export function sessionProfile(
  service: Pick<Core, "store">,
  session: ProfileFor,
  within: readonly Narrowing[] = [],
): SessionProfile {
  const profile = profileFor(service, session);
  const skills = new Set(skillsNamed(service, profile.skillIds).filter((skill) => skill !== null));
  const rights = effectiveRights(profile, [...skills], within);
  // The schema names the fields that a session keeps, and leaves out all others.
  return sessionProfileSchema.parse({ ...profile, rights });
}
