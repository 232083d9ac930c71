import type { Ctx } from "../../ground/kernel/context.ts";
import { draftFrom } from "./assist/draft.ts";
import { importForeign } from "./assist/foreign.ts";
import { type KnownCommands, NOTHING_KNOWN } from "../../control/workflows/known_commands.ts";
import type { AssistInput, AssistResult } from "./assist_schemas.ts";
import { differencesOf } from "../../control/workflows/diff.ts";
import { readSourceText } from "../../control/workflows/language/source.ts";
import { validateSource } from "../../control/workflows/language/validate.ts";
import { libraryOf } from "../../control/workflows/library.ts";
import type { DefinitionChanges } from "../../control/workflows/schemas.ts";
import { requireValid, sourceOf } from "../../control/workflows/sources.ts";
import { recordOf } from "../../../store/shared/records.ts";

/** Returns whether a text is a recipe of the built-in worker. */
type RecipeReaders = { workers: readonly { provider: string; read?: RecipeReader }[] };
type RecipeReader = (request: string, mode: "sequential") => object;

/** Makes a draft of a workflow from words, or from a foreign definition. Nothing is saved and nothing is executed. */
export async function assistWorkflow(
  ctx: Ctx<RecipeReaders>,
  input: AssistInput,
  known: KnownCommands = NOTHING_KNOWN,
): Promise<AssistResult> {
  if (input.import) {
    const { definition, losses } = await importForeign(input.import.format, input.import.content);
    const refused = losses.filter(({ status }) => status === "refused").length;
    const explanation = [`${losses.length} places were checked, and ${refused} of them were not converted.`];
    return { ...await result(ctx, definition), explanation, unmatched: [], questions: [], losses };
  }
  const reading = { isRecipe: (text: string) => isRecipe(ctx, text), known };
  const { definition, ...rest } = draftFrom(input.content!, reading, await written(ctx, input.draft));
  return { ...await result(ctx, definition, input.draft), ...rest };
}

/**
 * Returns the differences between the given draft and the new one; nothing if there was none, or if the new one cannot be
 * executed.
 */
export async function differenceFrom(
  ctx: Ctx,
  draft: string | undefined,
  source: string,
): Promise<{ difference?: DefinitionChanges }> {
  if (draft === undefined) return {};
  const [before, after] = [
    await requireValid(draft, libraryOf(ctx)),
    await validateSource(source, libraryOf(ctx)),
  ];
  return after.definition ? { difference: differencesOf(before.definition, after.definition) } : {};
}

function isRecipe({ workers }: RecipeReaders, text: string): boolean {
  const plan = workers.find(({ read }) => read !== undefined)?.read?.(text, "sequential");
  return plan !== undefined && "tasks" in plan;
}

/** A definition as written. Throws `InvalidError` where it cannot be executed. */
async function written(ctx: Ctx, source: string | undefined): Promise<Record<string, unknown>> {
  if (source === undefined) return {};
  await requireValid(source, libraryOf(ctx));
  const read = await readSourceText(source);
  return "fault" in read ? {} : recordOf(read.value);
}

async function result(ctx: Ctx, draft: Record<string, unknown> | null, earlier?: string) {
  const mode = "deterministic" as const;
  if (!draft) return { mode, draft, source: "", validation: null };
  const source = await sourceOf({ definition: draft }, earlier);
  const { validation } = await validateSource(source, libraryOf(ctx));
  return { mode, draft, source, validation, ...await differenceFrom(ctx, earlier, source) };
}
