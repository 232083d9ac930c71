import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { ModelCandidate } from "../../sessions/models/clients/mod.ts";
import { readKnownCommands } from "../../knowledge/project_context/known_commands.ts";
import { resolveRepoPath } from "../../machine/repositories/repo_path.ts";
import { findProvider, howToAdd } from "../../sessions/models/providers/mod.ts";
import { routeFor } from "../routing/mod.ts";
import type { WorkersLive } from "../workers/live.ts";
import { candidatesOf } from "../worker_kinds/resolve.ts";
import type { AssistInput, AssistResult } from "./assist_schemas.ts";
import { type KnownCommands, NOTHING_KNOWN } from "../../control/workflows/known_commands.ts";
import { assistWorkflow, differenceFrom } from "./build.ts";
import { writeWithModel } from "./consult.ts";
import type { Brief } from "./prompt.ts";
import { splitStatements, whyNoWorkflow } from "./assist/statements.ts";

/**
 * Makes a draft of a workflow by fixed rules and, on request, with a model; if the model gives no valid draft, the one
 * by the rules is used. Nothing is saved or executed. Throws `InvalidError` if no model is ready.
 */
export async function draftWorkflow(ctx: Ctx<WorkersLive>, input: AssistInput): Promise<AssistResult> {
  const known = input.repoPath === undefined
    ? NOTHING_KNOWN
    : await readKnownCommands(resolveRepoPath(ctx, input.repoPath));
  const byRules = await assistWorkflow(ctx, input, known);
  if (input.mode !== "model" && input.provider === undefined) return byRules;
  const candidates = requireCandidates(ctx, input);
  const { brief, refused } = briefOf(input, known);
  if (brief.text === "") return byRules;
  const { draft, asked } = await writeWithModel(ctx, candidates, brief);
  if (!draft) return { ...byRules, model: asked };
  const { draft: definition, source, validation, explanation, questions, trigger } = draft;
  const unmatched = [...refused, ...draft.unmatched];
  return {
    mode: "model",
    draft: definition,
    source,
    explanation,
    unmatched: unmatched.map((each, at) => ({ id: `unmatched_${at + 1}`, ...each })),
    questions,
    validation,
    ...await differenceFrom(ctx, input.draft, source),
    ...(trigger && { trigger }),
    ...(byRules.losses && { losses: byRules.losses }),
    model: asked,
  };
}

/** Returns what a model is given: everything but the statements that ask for a blocked class. */
function briefOf(
  { content = "", import: file, draft }: AssistInput,
  known: KnownCommands,
): { brief: Brief; refused: RefusedWords[] } {
  if (file) return { brief: { kind: "file", format: file.format, text: file.content, known }, refused: [] };
  const { text, refused } = splitRefused(content);
  return { brief: { kind: "words", text, draft, known }, refused };
}

function requireCandidates(
  ctx: Ctx<WorkersLive>,
  { content, provider, model }: AssistInput,
): ModelCandidate[] {
  if (provider !== undefined && !findProvider(ctx, provider)) {
    throw new InvalidError(`There is no provider "${provider}". ${howToAdd(ctx, provider)}`);
  }
  const { selected, alternatives, excluded } = routeFor(ctx, {
    role: "planner",
    request: content,
    ...(provider !== undefined && { worker: { provider, model } }),
  });
  const candidates = candidatesOf(ctx, selected ? [selected, ...alternatives] : []);
  if (candidates.length > 0) return candidates;
  const reasons = excluded.slice(0, 3).map((each) => `${each.provider}/${each.model}: ${each.reason}`);
  const who = provider === undefined
    ? "No model is ready"
    : `No model of the provider "${provider}" is ready`;
  throw new InvalidError(
    [`${who} that could write a draft.`, ...reasons, "Without a model, a draft is made by fixed rules."].join(
      " ",
    ),
  );
}

/** Words of a request that no workflow is made from, and why. */
type RefusedWords = { text: string; why: string };

/** Separates the statements of a request that request a blocked class from the others. */
function splitRefused(content: string): { text: string; refused: RefusedWords[] } {
  const statements = splitStatements(content).map((text) => ({ text, why: whyNoWorkflow(text) }));
  const refused = statements.flatMap(({ text, why }) => why === null ? [] : [{ text, why }]);
  const kept = statements.filter(({ why }) => why === null).map(({ text }) => text);
  return { text: refused.length === 0 ? content : kept.join("\n"), refused };
}
