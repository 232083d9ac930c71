import { prepareSkillImport } from "../../services/knowledge/skills/import.ts";
import { listSkills } from "../../services/knowledge/skills/list.ts";
import { getSkillSchema } from "../../services/knowledge/skills/schema.ts";
import { validateSkill } from "../../services/knowledge/skills/validate.ts";
import { domain } from "../domain.ts";
import { skills } from "./contract.ts";

export const skillsDomain = domain(skills, {
  "GET /skills": (ctx, { signal }) => listSkills(ctx, signal),
  "GET /skills/schema": () => getSkillSchema(),
  "POST /skills/validate": (_, { body }) => validateSkill(body),
  "POST /skills/import": { prepare: (ctx, { body }) => prepareSkillImport(ctx, body) },
});
