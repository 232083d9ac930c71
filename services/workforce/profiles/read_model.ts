import { profileStream } from "../../../store/profiles/stream.ts";
import type { Core } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { BUILTIN_PROFILES } from "./builtin.ts";
import type { AgentProfile } from "./schemas.ts";

type Reads = Pick<Core, "store">;

/** Returns every profile: custom ones, newest first, then the built-in ones. */
export const allProfiles = ({ store }: Reads): AgentProfile[] => [
  ...store.documents.all(profileStream, {}, { newestFirst: true }),
  ...BUILTIN_PROFILES,
];

/** Returns the profile with that id. Throws `NotFoundError`. */
export function requireProfile({ store }: Reads, id: string): AgentProfile {
  const found = BUILTIN_PROFILES.find((profile) => profile.id === id) ??
    store.documents.get(profileStream, id);
  if (!found) throw new NotFoundError("agent profile", id);
  return found;
}

/** What determines the profile of a session. */
export type ProfileFor = {
  role: string;
  workflowTemplateId?: string | null | undefined;
  /** The explicit name of the profile. */
  profileId?: string;
};

/**
 * Returns the profile of a session: the newest active custom one for its role and template, or for its role, or the built-in
 * one. A role without a profile uses the worker's.
 */
export function profileFor(
  service: Reads,
  { role, workflowTemplateId, profileId }: ProfileFor,
  among: readonly AgentProfile[] = allProfiles(service),
): AgentProfile {
  if (profileId !== undefined) return requireProfile(service, profileId);
  const active = among.filter((profile) => profile.status === "active");
  const own = active.filter((profile) => profile.role === role && profile.source !== "builtin");
  return own.find((profile) => workflowTemplateId && profile.workflowTemplateId === workflowTemplateId) ??
    own.find((profile) => profile.workflowTemplateId === null) ??
    BUILTIN_PROFILES.find((profile) => profile.role === role) ??
    BUILTIN_PROFILES.find((profile) => profile.id === "worker")!;
}
