import { z } from "zod";
import { jsonIn } from "../../sessions/models/clients/mod.ts";

const text = z.string().max(2_000);
const list = z.array(text).max(50);

/** The answer of a model that makes a draft. */
export const answerSchema = z.object({
  source: z.string().min(1).max(256 * 1024).describe("the complete definition, as YAML"),
  explanation: list.describe("what the workflow does, a sentence for each step"),
  unmatched: z.array(z.object({
    text: text.describe("the words of the request, unchanged"),
    why: text.describe("why the definition has nothing for them"),
  })).max(50),
  questions: list.describe("what a person must answer before the workflow can be used"),
  trigger: z.object({
    kind: z.enum(["schedule", "webhook"]),
    content: text.describe("the words of the request that say when it runs"),
  }).nullable(),
});
/** A model's answer that could be parsed; its definition is not checked yet. */
export type ModelAnswer = z.output<typeof answerSchema>;

/** Returns the answer, or what is wrong with its form, in sentences that the model can act on. */
export function readAnswer(text: string): { answer: ModelAnswer } | { problems: string[] } {
  const json = jsonIn(text);
  if (json === undefined) return { problems: ["The answer is not JSON."] };
  const parsed = answerSchema.safeParse(json);
  if (parsed.success) return { answer: parsed.data };
  return {
    problems: parsed.error.issues.slice(0, 10).map(({ path, message }) =>
      `${path.join(".") || "the answer"}: ${message}`
    ),
  };
}
