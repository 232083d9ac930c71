import { takeFiles } from "./intake.ts";
import { parseSkill, skillContentOf } from "./parse.ts";
import type { SkillFilesInput, SkillValidation } from "./schemas.ts";
import { withIds } from "./show.ts";

/** Returns whether a skill follows the specification, and the findings in it. Stores nothing. */
export async function validateSkill(input: SkillFilesInput): Promise<SkillValidation> {
  const intake = await takeFiles(input);
  const parsed = await parseSkill(intake);
  const manifest = skillContentOf(intake, parsed);
  return {
    valid: parsed.faults.length === 0,
    importable: manifest !== null,
    ...(manifest && { manifest }),
    errors: parsed.faults.map(({ rule, line, message }) => ({ path: "SKILL.md", line, rule, message })),
    warnings: parsed.warnings,
    findings: withIds(parsed.findings),
  };
}
