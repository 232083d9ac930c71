import type { Result } from "../../routes/endpoint.ts";
import type { Api } from "../../routes/mod.ts";

/** What agents of a role may do. */
export type Profile = Result<Api["GET /agent-profiles"]>[number];
/** Something that the service can do, or deliberately cannot. */
export type Capability = Result<Api["GET /capabilities"]>[number];
/** A version of a skill. */
export type Skill = Result<Api["GET /skills"]>[number];
/** A change that a human decides. */
export type Change = Result<Api["GET /agent-profile-changes"]>[number];
