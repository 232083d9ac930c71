import { z } from "zod";
import { skillContentSchema, skillFindingSchema, skillStateSchema } from "./document.ts";

const scan = {
  findings: z.array(skillFindingSchema),
  /** The version of the rules that the files were scanned with. */
  rules: z.number().int(),
  state: skillStateSchema,
};

/** The events of one version of a skill; shapes are frozen. */
export const skillEvents = {
  "skill.imported": skillContentSchema.extend({
    version: z.number().int(),
    /** Where its files are stored, outside of the log. */
    materialId: z.string(),
    ...scan,
  }),
  /** Its files were scanned with newer rules. */
  "skill.scanned": z.object(scan),
  "skill.released": z.object({ contentSha256: z.string(), changeId: z.string() }),
  "skill.rejected": z.object({ changeId: z.string() }),
  /** Another version with that name is used instead. */
  "skill.superseded": z.object({ by: z.string() }),
} as const;
