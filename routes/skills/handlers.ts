import type { ServiceCtx } from "../../services/parts.ts";
import { prepareSkillImport } from "../../services/knowledge/skills/import.ts";
import { listSkills } from "../../services/knowledge/skills/list.ts";
import { getSkillSchema } from "../../services/knowledge/skills/schema.ts";
import { validateSkill } from "../../services/knowledge/skills/validate.ts";
import type { Handlers } from "../endpoint.ts";
import type { skills } from "./contract.ts";

export const skillsHandlers: Handlers<typeof skills, ServiceCtx> = {
  "GET /skills": (ctx, { signal }) => listSkills(ctx, signal),
  "GET /skills/schema": () => getSkillSchema(),
  "POST /skills/validate": (_, { body }) => validateSkill(body),
  "POST /skills/import": { prepare: (ctx, { body }) => prepareSkillImport(ctx, body) },
};
