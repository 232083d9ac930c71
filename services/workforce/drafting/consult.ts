import type { ModelMessage } from "ai";
import { providerStream } from "../../../store/models/provider_stream.ts";
import { type Core, type Ctx, record } from "../../ground/kernel/context.ts";
import {
  admitBudget,
  CallFault,
  Deadline,
  type ModelCandidate,
  ModelRoute,
  newMark,
  UsageTotal,
} from "../../sessions/models/clients/mod.ts";
import type { ModelsLive } from "../../sessions/models/providers/settings/live.ts";
import type { AskedModel } from "./assist_schemas.ts";
import { answerSchema, type ModelAnswer, readAnswer } from "./answer.ts";
import { type Brief, draftInstructions, draftRequest } from "./prompt.ts";
import { whyNoWorkflow } from "./assist/statements.ts";
import { allNodes } from "../../control/workflows/language/definition.ts";
import { readSourceText } from "../../control/workflows/language/source.ts";
import {
  describeFindings,
  validateSource,
  type Validation,
} from "../../control/workflows/language/validate.ts";
import { libraryOf } from "../../control/workflows/library.ts";
import { recordOf } from "../../../store/shared/records.ts";

/** How long a draft may take, including its corrections: a person is waiting for it. */
export const DRAFT_MILLISECONDS = 180_000;

/** How many times a model may correct its definition. */
const MAX_CORRECTIONS = 2;

/** A valid definition, and what the model said about it. */
type ModelDraft = ModelAnswer & CheckedDraft;

/** The result of asking: a valid draft or none, and who was asked. */
type ModelConsultation = { draft: ModelDraft | null; asked: AskedModel };

/**
 * Has a model write a definition. If the validator rejects it, the model gets each error with its line, at most twice.
 * Every call is within the budgets and recorded; known secrets are never sent.
 */
export async function writeWithModel(
  ctx: Ctx<ModelsLive>,
  candidates: readonly ModelCandidate[],
  brief: Brief,
): Promise<ModelConsultation> {
  using late = new Deadline(ctx.pause, DRAFT_MILLISECONDS, "No model made a draft within three minutes.");
  const spent = new UsageTotal();
  const route: ModelRoute = new ModelRoute({
    ctx,
    purpose: "draft",
    signal: late.signal,
    record: (event) => {
      spent.add(event);
      record(ctx, providerStream, route.current.provider.id, [event]);
    },
    onText: () => {},
    admit: (candidate, worstCaseUsd) => admitBudget(ctx, { runId: undefined, candidate, worstCaseUsd }),
  }, candidates);
  const { draft, problems } = await converse(ctx, route, brief);
  const { provider, model } = route.current;
  return { draft, asked: { provider: provider.id, model: model.id, ...spent.total, problems } };
}

type Outcome = { draft: ModelDraft | null; problems: string[] };

async function converse(ctx: Ctx<ModelsLive>, route: ModelRoute, brief: Brief): Promise<Outcome> {
  const mark = newMark();
  const instructions = draftInstructions(mark);
  const messages: ModelMessage[] = [{ role: "user", content: ctx.redactor.text(draftRequest(mark, brief)) }];
  for (let corrections = 0;; corrections++) {
    let said: string;
    try {
      ({ text: said } = await route.ask({
        question: () => ({ instructions, messages, shape: answerSchema }),
      }));
    } catch (error) {
      if (!(error instanceof CallFault)) throw error;
      return { draft: null, problems: [ctx.redactor.text(error.message)] };
    }
    const outcome = await judge(ctx, said);
    if (outcome.draft || corrections === MAX_CORRECTIONS) return outcome;
    messages.push({ role: "assistant", content: said }, { role: "user", content: correction(outcome) });
  }
}

async function judge(ctx: Ctx, said: string): Promise<Outcome> {
  const read = readAnswer(said);
  if ("problems" in read) return { draft: null, ...read };
  const checked = await checkDraft(ctx, read.answer.source);
  return "problems" in checked
    ? { draft: null, ...checked }
    : { draft: { ...read.answer, ...checked }, problems: [] };
}

const correction = ({ problems }: Outcome): string =>
  `That is not valid:\n- ${
    problems.join("\n- ")
  }\n\nAnswer again, with the whole JSON alone. Fix only what is wrong. Put what cannot be done into "unmatched".`;

/** A definition that may be shown as a draft. */
type CheckedDraft = { draft: Record<string, unknown>; validation: Validation };

/**
 * Checks the definition of a model like any other, and that none of its prompts requests a blocked class. Returns what
 * is wrong otherwise.
 */
async function checkDraft(
  service: Pick<Core, "store" | "artifacts">,
  source: string,
): Promise<CheckedDraft | { problems: string[] }> {
  const { definition, validation } = await validateSource(source, libraryOf(service));
  if (!definition) return { problems: describeFindings(validation).split("\n") };
  const refused = allNodes(definition.nodes).flatMap((node) => {
    const why = node.kind === "prompt" ? whyNoWorkflow(node.with.content) : null;
    return why === null ? [] : [`The node "${node.id}" is not allowed: ${why} List its words as unmatched.`];
  });
  if (refused.length > 0) return { problems: refused };
  const read = await readSourceText(source);
  return { draft: recordOf("value" in read ? read.value : {}), validation };
}
