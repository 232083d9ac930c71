import { z } from "zod";
import { skillContentSchema, skillFindingSchema, skillStateSchema } from "../../../store/skills/document.ts";
import { timeSchema } from "../../ground/kernel/schemas.ts";
import { SKILL_LIMITS } from "./limits.ts";

const fileSchema = z.object({
  path: z.string().min(1).max(500).meta({ example: "SKILL.md" }),
  content: z.string().optional().meta({
    example:
      "---\nname: release-notes\ndescription: Writes release notes. Use it for releases.\n---\n# Steps\n",
  }),
  contentBase64: z.base64().optional(),
});

export const skillFilesInputSchema = z.object({
  files: z.array(fileSchema).min(1).max(SKILL_LIMITS.files).optional(),
  directory: z.string().min(1).max(4096).optional().describe("an absolute path on the service's machine"),
  archiveBase64: z.base64().optional().describe("a zip archive of the skill's directory, or of its files"),
}).meta({ id: "skillFilesInputSchema" });
export type SkillFilesInput = z.output<typeof skillFilesInputSchema>;

const manifestSchema = skillContentSchema.extend({
  id: z.string(),
  version: z.number().int().nullable().describe("null if it was not imported"),
  source: z.object({ kind: z.enum(["import", "repository"]), path: z.string().optional() }),
  trust: z.enum(["trusted", "scanned", "unknown", "quarantined"]),
  state: skillStateSchema.or(z.literal("unknown")),
  findings: z.array(skillFindingSchema.extend({ id: z.string() })),
  createdAt: timeSchema.nullable(),
  updatedAt: timeSchema.nullable(),
});

/** Interface, section 2: a version of a skill. */
export const skillManifestSchema = manifestSchema.meta({ id: "skillManifestSchema" });
export type SkillManifest = z.output<typeof skillManifestSchema>;

const faultSchema = z.object({
  path: z.string(),
  line: z.number().int().optional(),
  rule: z.string(),
  message: z.string(),
});

export const skillManifestValidationResultSchema = z.object({
  valid: z.boolean().describe("whether it follows the specification exactly"),
  importable: z.boolean().describe("whether it can be imported, possibly with deviations"),
  manifest: skillContentSchema.optional(),
  errors: z.array(faultSchema),
  warnings: z.array(z.string()),
  findings: z.array(skillFindingSchema.extend({ id: z.string() })).describe(
    "known patterns that the scan found; none of them does not prove that the skill is harmless",
  ),
}).meta({ id: "skillManifestValidationResultSchema" });
export type SkillValidation = z.output<typeof skillManifestValidationResultSchema>;

export const skillManifestImportResultSchema = z.object({
  imported: z.boolean().describe("false if this content was already imported"),
  skill: skillManifestSchema,
  previousSha256: z.string().optional(),
  replaced: z.boolean().describe("whether it immediately replaces an earlier version"),
  quarantined: z.boolean(),
  changeRequestId: z.string().optional().describe("the change request by which a human releases it"),
}).meta({ id: "skillManifestImportResultSchema" });
export type SkillImport = z.output<typeof skillManifestImportResultSchema>;

export const skillManifestBuilderSchema = z.object({
  schema: z.record(z.string(), z.unknown()).describe("JSON Schema of the manifest"),
  fields: z.array(z.object({
    name: z.string(),
    required: z.boolean(),
    description: z.string(),
    limits: z.string(),
    example: z.unknown(),
  })),
  template: z.string().describe("a SKILL.md to start from"),
}).meta({ id: "skillManifestBuilderSchema" });
export type SkillBuilder = z.output<typeof skillManifestBuilderSchema>;

/** The answer of the skills parser. */
export const parsedSkillSchema = z.object({
  manifest: z.object({
    name: z.string(),
    description: z.string(),
    license: z.string().optional(),
    compatibility: z.string().optional(),
    metadata: z.record(z.string(), z.string()),
    allowedTools: z.array(z.string()),
  }).nullable(),
  faults: z.array(z.object({
    rule: z.string(),
    line: z.number().int(),
    message: z.string(),
    lenient: z.literal(true).optional(),
  })),
  findings: z.array(skillFindingSchema),
  permissions: skillContentSchema.shape.permissions,
  bodyPreview: z.string(),
  warnings: z.array(z.string()),
});
export type ParsedSkill = z.output<typeof parsedSkillSchema>;
