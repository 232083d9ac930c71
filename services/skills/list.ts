import type { Core } from "../kernel/context.ts";
import { allSkills } from "./read_model.ts";
import type { SkillManifest } from "./schemas.ts";
import { showSkill } from "./show.ts";

/** Every version of every skill, the newest first. */
export const listSkills = (service: Pick<Core, "store">): SkillManifest[] =>
  allSkills(service).map(showSkill);
