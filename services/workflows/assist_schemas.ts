import { z } from "zod";
import { changesSchema, jsonSchema, sourceSchema, validationSchema } from "./schemas.ts";

const FOREIGN_FORMATS = ["archon", "github-actions", "serverless-workflow"] as const;

const MODES = ["deterministic", "model"] as const;

export const assistInputSchema = z.object({
  content: z.string().min(1).max(20_000).optional().describe(
    "what the workflow is to do, a step on each line",
  ),
  draft: sourceSchema.optional().describe(
    "the text of a definition that is changed (the command takes a file, too): by fixed rules the new steps come after its own",
  ),
  repoPath: z.string().min(1).max(4096).optional().describe(
    "a repository whose scripts and test command may be meant",
  ),
  import: z.object({ format: z.enum(FOREIGN_FORMATS), content: sourceSchema }).optional(),
  mode: z.enum(MODES).optional().describe(
    "by fixed rules, or also with a model; deterministic when left out",
  ),
  provider: z.string().min(1).max(100).optional().describe(
    "whose model is asked; left out, routing decides",
  ),
  model: z.string().min(1).max(200).optional().describe("which model of the provider"),
}).refine(
  (input) => (input.content === undefined) !== (input.import === undefined),
  { message: "give either content or import", path: ["content"] },
).refine(
  (input) => input.draft === undefined || input.content !== undefined,
  { message: "say in content what is to become of the draft", path: ["draft"] },
).refine(
  (input) => input.mode !== "deterministic" || input.provider === undefined,
  { message: 'no model is asked with mode "deterministic": leave out the provider', path: ["provider"] },
).refine(
  (input) => input.model === undefined || input.provider !== undefined,
  { message: "name the provider that has the model, too", path: ["model"] },
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
  costUsd: z.number().nullable().describe("null where it is not known"),
  problems: z.array(z.string()).describe("why there is no draft of the model; empty where there is one"),
});
/** The model that was asked for a draft, what that took, and what was wrong. */
export type AskedModel = z.output<typeof askedModelSchema>;

export const assistResultSchema = z.object({
  mode: z.enum(MODES).describe("how the draft was made"),
  draft: jsonSchema.nullable().describe("null where nothing could be taken over"),
  source: z.string(),
  explanation: z.array(z.string()),
  unmatched: z.array(z.object({ id: z.string(), text: z.string(), why: z.string() })),
  questions: z.array(z.string()),
  validation: validationSchema.nullable(),
  difference: changesSchema.optional().describe("what differs from the draft that was given"),
  trigger: z.object({ kind: z.string(), content: z.string() }).optional().describe("proposed, and not saved"),
  losses: z.array(lossSchema).optional().describe(
    "of an import: what became of each line that means something, by fixed rules",
  ),
  model: askedModelSchema.optional().describe("where a model was asked"),
}).meta({ id: "workflowBuilderAssistResultSchema" });
export type AssistResult = z.output<typeof assistResultSchema>;
