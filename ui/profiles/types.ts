import type { Call, Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** What agents of a role may do. */
export type Profile = Result<Api["GET /agent-profiles"]>[number];
/** Something that the service can do, or deliberately cannot. */
export type Capability = Result<Api["GET /capabilities"]>[number];
/** A version of a skill. */
export type Skill = Result<Api["GET /skills"]>[number];
/** A change that a human decides. */
export type Change = Result<Api["GET /agent-profile-changes"]>[number];

/** What checking a skill found. */
export type SkillCheck = Result<Api["POST /skills/validate"]>;
/** A skill as it is given to be checked or imported: its files, or where it lies. */
export type GivenSkill = Exclude<Call<"POST /skills/import", Api["POST /skills/import"]>["body"], undefined>;
/** One file of a skill. */
export type GivenFile = NonNullable<GivenSkill["files"]>[number];

/** The states of changes that a human decides. */
export const CHANGES_PATH = "/dashboard/agents?tab=changes";
