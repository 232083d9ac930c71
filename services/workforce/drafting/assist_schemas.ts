import { z } from "zod";
import { writtenSchema } from "../../ground/kernel/schemas.ts";
import {
  changesSchema,
  jsonSchema,
  sourceSchema,
  validationSchema,
} from "../../control/workflows/schemas.ts";

const FOREIGN_FORMATS = ["archon", "github-actions", "serverless-workflow"] as const;

const MODES = ["deterministic", "model"] as const;

export const assistInputSchema = z.object({
  content: writtenSchema(20_000).optional().describe(
    "what the workflow is to do, one step per line",
  ),
  draft: sourceSchema.optional().describe(
    "the text of a definition that is changed (the command takes a file, too): by fixed rules the new steps come after its own",
  ),
  repoPath: z.string().min(1).max(4096).optional().describe(
    "a repository whose scripts and test command may be meant",
  ),
  import: z.object({ format: z.enum(FOREIGN_FORMATS), content: sourceSchema }).optional(),
  mode: z.enum(MODES).optional().describe(
    "by fixed rules, or also with a model; deterministic by default",
  ),
  provider: z.string().min(1).max(100).optional().describe(
    "the provider of the model; chosen by routing if absent",
  ),
  model: z.string().min(1).max(200).optional().describe("which model of the provider"),
}).refine(
  (input) => (input.content === undefined) !== (input.import === undefined),
  { message: "send either content or import", path: ["content"] },
).refine(
  (input) => input.draft === undefined || input.content !== undefined,
  { message: "say in content what is to become of the draft", path: ["draft"] },
).refine(
  (input) => input.mode !== "deterministic" || input.provider === undefined,
  { message: 'no model is asked with mode "deterministic": leave out the provider', path: ["provider"] },
).refine(
  (input) => input.model === undefined || input.provider !== undefined,
  { message: "send the provider of the model, too", path: ["model"] },
).meta({ id: "workflowBuilderAssistInputSchema" });
export type AssistInput = z.output<typeof assistInputSchema>;

const lossSchema = z.object({
  id: z.string(),
  line: z.number().int(),
  status: z.enum(["imported", "changed", "refused"]),
  why: z.string(),
});

const askedModelSchema = z.object({
  provider: z.string(),
  model: z.string(),
  calls: z.number().int().describe("how often it was asked, corrections included"),
  inputTokens: z.number().int().nullable(),
  outputTokens: z.number().int().nullable(),
  costUsd: z.number().nullable().describe("null if unknown"),
  problems: z.array(z.string()).describe("why the model made no draft; empty if it made one"),
});
/** The model that was asked for a draft, its usage, and the problems. */
export type AskedModel = z.output<typeof askedModelSchema>;

export const assistResultSchema = z.object({
  mode: z.enum(MODES).describe("how the draft was made"),
  draft: jsonSchema.nullable().describe("null if nothing could be converted"),
  source: z.string(),
  explanation: z.array(z.string()),
  unmatched: z.array(z.object({ id: z.string(), text: z.string(), why: z.string() })),
  questions: z.array(z.string()),
  validation: validationSchema.nullable(),
  difference: changesSchema.optional().describe("what differs from the draft that was given"),
  trigger: z.object({ kind: z.string(), content: z.string() }).optional().describe("suggested, not saved"),
  losses: z.array(lossSchema).optional().describe(
    "for an import: the result for each meaningful line, by fixed rules",
  ),
  model: askedModelSchema.optional().describe("if a model was asked"),
}).meta({ id: "workflowBuilderAssistResultSchema" });
export type AssistResult = z.output<typeof assistResultSchema>;
