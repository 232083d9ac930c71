import type { Call, Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** The permissions of agents of a role. */
export type Profile = Result<Api["GET /agent-profiles"]>[number];
/** A capability of the service, supported or deliberately blocked. */
export type Capability = Result<Api["GET /capabilities"]>[number];
/** A version of a skill. */
export type Skill = Result<Api["GET /skills"]>[number];
/** A change that a human decides. */
export type ProfileChange = Result<Api["GET /agent-profile-changes"]>[number];

/** The result of checking a skill. */
export type SkillCheck = Result<Api["POST /skills/validate"]>;
/** A skill to check or import: its files, or its directory. */
export type GivenSkill = Exclude<Call<"POST /skills/import", Api["POST /skills/import"]>["body"], undefined>;
/** One file of a skill. */
export type GivenFile = NonNullable<GivenSkill["files"]>[number];

/** The states of changes that a human decides. */
export const CHANGES_PATH = "/dashboard/agents?tab=changes";
