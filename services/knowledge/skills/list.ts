import type { Core } from "../../ground/kernel/context.ts";
import { allSkills } from "./read_model.ts";
import { repositorySkills } from "./repository_skills.ts";
import type { SkillManifest } from "./schemas.ts";
import { showSkill } from "./show.ts";

/** Returns every version of every imported skill, newest first, then the skills of repositories, which are not used. */
export const listSkills = async (
  service: Pick<Core, "store" | "now">,
  signal: AbortSignal,
): Promise<SkillManifest[]> => [
  ...allSkills(service).map(showSkill),
  ...await repositorySkills(service, signal),
];
