import { z } from "zod";
import { runDocumentSchema } from "../../../store/runs/document.ts";
import { workflowDocumentSchema, workflowStatusSchema } from "../../../store/workflows/document.ts";
import { pageQuery, timeSchema } from "../../ground/kernel/schemas.ts";
import { MAX_SOURCE_BYTES } from "./language/source.ts";

/** Any JSON object. */
export const jsonSchema = z.record(z.string(), z.unknown());
/** The text of a definition. */
export const sourceSchema = z.string().min(1).max(MAX_SOURCE_BYTES).describe(
  "the text of a definition, YAML or JSON",
);
/** A definition as JSON. */
export const definitionInputSchema = jsonSchema.describe("a definition as JSON, instead of its text");

const findingSchema = z.object({
  id: z.string(),
  path: z.string(),
  line: z.number().int(),
  column: z.number().int(),
  rule: z.string(),
  message: z.string(),
  fix: z.string().optional(),
});
export const validationSchema = z.object({
  valid: z.boolean(),
  errors: z.array(findingSchema),
  warnings: z.array(findingSchema),
}).meta({ id: "workflowValidationSchema" });

const dimensionSchema = z.object({
  items: z.array(z.string()),
  basis: z.enum(["declared", "unbounded"]).describe("unbounded: what else is touched cannot be predicted"),
  from: z.array(z.string()).describe("the nodes that it comes from"),
});
const filesSchema = dimensionSchema.extend({
  basis: z.enum(["declared", "observed", "unbounded"]).describe(
    "observed: what its commands changed in the last 20 runs of the version; unbounded: what else is touched cannot be predicted",
  ),
});
export const blastRadiusSchema = z.object({
  files: filesSchema,
  commands: dimensionSchema,
  hosts: dimensionSchema,
  secrets: dimensionSchema,
  classes: dimensionSchema,
  models: dimensionSchema,
  money: z.object({
    perRunUsd: z.number().nullable().describe("the maximum; null if unbounded"),
    executions: z.number().int().describe("of nodes, at most"),
    unknown: z.array(z.string()).describe("prompts without a limit"),
    from: z.string(),
  }),
  approvals: z.object({
    nodes: z.array(z.string()),
    withoutApproval: z.array(z.string()).describe("nodes with an effect and no approval before it"),
  }),
  digest: z.string(),
}).meta({ id: "blastRadiusSchema" });

const versionSchema = z.object({
  id: z.string(),
  version: z.number().int(),
  sha256: z.string(),
  createdAt: timeSchema,
  actor: z.string(),
  blastRadiusDigest: z.string(),
  note: z.string().optional(),
});

export const changesSchema = z.object({
  nodes: z.array(z.object({ id: z.string(), change: z.enum(["added", "removed", "changed"]) })),
  blastRadius: z.array(z.object({
    id: z.string().describe("the dimension"),
    added: z.array(z.string()),
    removed: z.array(z.string()),
    basis: z.string().optional().describe("how its bound changed"),
  })),
});
/** What differs between two definitions. */
export type DefinitionChanges = z.output<typeof changesSchema>;

const diffSchema = z.object({ from: z.number().int(), to: z.number().int(), ...changesSchema.shape });

const savedWorkflowSummarySchema = workflowDocumentSchema.omit({ sourceSha256: true, deletedAt: true });
export type SavedWorkflowSummary = z.output<typeof savedWorkflowSummarySchema>;

/** What a workflow shows of its newest run as it is recorded. */
export const LAST_RUN_FIELDS = {
  id: true,
  status: true,
  statusReason: true,
  createdAt: true,
  finishedAt: true,
} as const;

const lastRunSchema = runDocumentSchema.pick(LAST_RUN_FIELDS).extend({
  number: z.number().int().describe("its short number: #41"),
});

/** A saved workflow with one of its versions. */
export const savedWorkflowSchema = savedWorkflowSummarySchema.extend({
  version: z.number().int().describe("the version whose definition is shown"),
  versions: z.array(versionSchema).describe("newest first, at most 100"),
  definition: jsonSchema,
  included: z.array(z.object({
    id: z.string().describe("the path of the node that includes it"),
    name: z.string(),
    nodes: z.array(z.unknown()),
  })).describe("the saved workflows that are a part of it"),
  source: z.string(),
  validation: validationSchema,
  blastRadius: blastRadiusSchema,
  lastRun: lastRunSchema.nullable().describe("the newest of its runs; null if it was never run"),
  diff: diffSchema.optional().describe("the differences from the previous version, or from `against`"),
}).meta({ id: "savedWorkflowSchema" });
export type SavedWorkflow = z.output<typeof savedWorkflowSchema>;

const ONE_OF = {
  message: "send a definition or a source; if both, they must say the same",
  path: ["source"],
};
const oneOf = (input: { definition?: unknown; source?: unknown }): boolean =>
  input.definition !== undefined || input.source !== undefined;

export const saveWorkflowInputSchema = z.object({
  id: z.string().min(1).max(200).optional().describe("makes a new version of that workflow"),
  name: z.string().min(1).max(100).optional().describe(
    "must be the same as in the definition if both are given",
  ),
  definition: definitionInputSchema.optional(),
  source: sourceSchema.optional().meta({ example: exampleSource() }),
  note: z.string().min(1).max(1_000).optional(),
}).refine(oneOf, ONE_OF).meta({ id: "savedWorkflowInputSchema" });
export type SaveWorkflowInput = z.output<typeof saveWorkflowInputSchema>;

function exampleSource(): string {
  return 'name: Notes\nnodes:\n  - id: write\n    kind: prompt\n    with:\n      content: create NOTES.md with "first notes"\n';
}

export const workflowListQuerySchema = z.object({ status: workflowStatusSchema.optional(), ...pageQuery });
export type WorkflowListQuery = z.output<typeof workflowListQuerySchema>;

export const workflowQuerySchema = z.object({
  version: z.coerce.number().int().min(1).optional().describe("the newest by default"),
  against: z.coerce.number().int().min(1).optional().describe("the version to compare with"),
});
export type WorkflowQuery = z.output<typeof workflowQuerySchema>;

export const activateWorkflowInputSchema = z.object({
  version: z.number().int().min(1).optional().describe("the newest by default"),
  blastRadiusDigest: z.string().min(1).max(100).optional().describe(
    "the digest that was reviewed; refused if it differs",
  ),
});
export type ActivateWorkflowInput = z.output<typeof activateWorkflowInputSchema>;

export const deactivateWorkflowInputSchema = z.object({ reason: z.string().min(1).max(1_000).optional() });

export const deletedWorkflowSchema = z.object({ id: z.string(), deleted: z.literal(true), at: timeSchema });
export type DeletedWorkflow = z.output<typeof deletedWorkflowSchema>;
