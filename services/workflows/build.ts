import type { Ctx } from "../kernel/context.ts";
import { draftFrom } from "./assist/draft.ts";
import { importForeign } from "./assist/foreign.ts";
import { validateSource } from "./language/validate.ts";
import type { AssistInput, AssistResult } from "./assist_schemas.ts";
import { libraryOf } from "./library.ts";
import { sourceOf } from "./sources.ts";

/** Returns whether a text is a recipe of the built-in worker. */
export type RecipeReaders = { workers: readonly { provider: string; read?: RecipeReader }[] };
type RecipeReader = (request: string, mode: "sequential") => object;

/** Makes a draft of a workflow from words, or from a foreign definition. Nothing is saved or executed. */
export async function assistWorkflow(ctx: Ctx<RecipeReaders>, input: AssistInput): Promise<AssistResult> {
  if (input.import) {
    const { definition, losses } = await importForeign(input.import.format, input.import.content);
    const refused = losses.filter(({ status }) => status === "refused").length;
    const explanation = [`${losses.length} places were checked, and ${refused} of them were not converted.`];
    return { ...await result(ctx, definition), explanation, unmatched: [], questions: [], losses };
  }
  const { definition, ...rest } = draftFrom(input.content!, (text) => isRecipe(ctx, text));
  return { ...await result(ctx, definition), ...rest };
}

function isRecipe({ workers }: RecipeReaders, text: string): boolean {
  const plan = workers.find(({ provider }) => provider === "builtin")?.read?.(text, "sequential");
  return plan !== undefined && "tasks" in plan;
}

async function result(ctx: Ctx, draft: Record<string, unknown> | null) {
  const mode = "deterministic" as const;
  if (!draft) return { mode, draft, source: "", validation: null };
  const source = await sourceOf({ definition: draft });
  const { validation } = await validateSource(source, libraryOf(ctx));
  return { mode, draft, source, validation };
}
