import { z } from "zod";
import { jsonSchema, sourceSchema, validationSchema } from "./schemas.ts";

const FOREIGN_FORMATS = ["archon", "github-actions", "serverless-workflow"] as const;

export const assistInputSchema = z.object({
  content: z.string().min(1).max(20_000).optional().describe(
    "what the workflow is to do, a step on each line",
  ),
  import: z.object({ format: z.enum(FOREIGN_FORMATS), content: sourceSchema }).optional(),
}).refine(
  (input) => (input.content === undefined) !== (input.import === undefined),
  { message: "give either content or import", path: ["content"] },
).meta({ id: "workflowBuilderAssistInputSchema" });
export type AssistInput = z.output<typeof assistInputSchema>;

const lossSchema = z.object({
  id: z.string(),
  line: z.number().int(),
  status: z.enum(["imported", "changed", "refused"]),
  why: z.string(),
});

export const assistResultSchema = z.object({
  mode: z.literal("deterministic"),
  draft: jsonSchema.nullable().describe("null where nothing could be taken over"),
  source: z.string(),
  explanation: z.array(z.string()),
  unmatched: z.array(z.object({ id: z.string(), text: z.string(), why: z.string() })),
  questions: z.array(z.string()),
  validation: validationSchema.nullable(),
  trigger: z.object({ kind: z.string(), content: z.string() }).optional().describe("proposed, and not saved"),
  losses: z.array(lossSchema).optional().describe(
    "of an import: what became of each line that means something",
  ),
}).meta({ id: "workflowBuilderAssistResultSchema" });
export type AssistResult = z.output<typeof assistResultSchema>;
