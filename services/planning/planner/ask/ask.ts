import { ITEM_TYPES } from "../../../../store/shared/enumerations.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { type Made, made } from "../../../ground/kernel/made.ts";
import type { ModelsLive } from "../../../sessions/models/providers/settings/live.ts";
import { timeAt } from "../../dates/range.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import { compute, nothing } from "./records/computed.ts";
import type { TaskSearch } from "./records/due_tasks.ts";
import { extract } from "./records/extract.ts";
import { interpret, NO_QUESTION, type ParsedQuestion } from "./records/interpret.ts";
import { answerWithModel } from "./model/answer_with_model.ts";
import { peopleIn } from "./records/people.ts";
import { type Claim, isProved } from "./records/proof.ts";
import { recordsWith } from "./records/records.ts";
import type { Citation, PlannerAskInput, PlannerAskResponse, Sentence } from "./records/schemas.ts";
import { coverageOf, rangeFor, sourcesAskedAbout, whyUnanswerable } from "./records/scope.ts";

/** One step of an answer, as it is streamed. */
type AnswerStep =
  | { event: "ask.started"; data: Pick<PlannerAskResponse, "id" | "interpreted"> }
  | {
    event: "ask.retrieved";
    data: Pick<PlannerAskResponse, "coverage"> & { method: PlannerAskResponse["method"] };
  }
  | { event: "ask.sentence"; data: Sentence & { cited: Citation[] } }
  | { event: "ask.completed" | "ask.refused"; data: PlannerAskResponse };

/**
 * Answers a question from records: by computation where possible, otherwise by a model if the settings allow one, otherwise with
 * quotes. Statements without proof are left out.
 */
export async function askPlanner(
  ctx: Ctx<ModelsLive>,
  input: PlannerAskInput,
): Promise<() => Made<PlannerAskResponse>> {
  let response: PlannerAskResponse;
  for await (const said of answering(ctx, input, new AbortController().signal)) {
    if (said.event === "ask.completed" || said.event === "ask.refused") response = said.data;
  }
  return () => made(response);
}

/** Answers like `askPlanner`, step by step. A sentence is returned only once it is proved. */
export async function* answering(
  ctx: Ctx<ModelsLive>,
  input: PlannerAskInput,
  signal: AbortSignal,
): AsyncGenerator<AnswerStep> {
  const text = (input.question ?? input.query)!;
  const { timeZone } = settingsOf(ctx);
  const sources = sourcesAskedAbout(ctx, input);
  const read = await interpret(text, ctx.now(), timeZone);
  const question: ParsedQuestion = "reason" in read ? NO_QUESTION : read;
  const base = {
    id: ctx.newId("pqa"),
    method: "computed" as const,
    sentences: [],
    citations: [],
    coverage: coverageOf(ctx, sources),
    dropped: 0,
    model: null,
    askedAt: ctx.now().toISOString(),
  };
  const ranged = "reason" in read ? read : rangeFor(ctx, input, question);
  const range = "reason" in ranged ? null : ranged;
  const said = question.range !== null || input.from !== undefined || input.to !== undefined;
  const interpreted = {
    intent: question.intent,
    from: range && said ? timeAt(range.from) : null,
    to: range && said ? timeAt(range.to) : null,
    people: peopleIn(ctx, question.terms, sources),
    terms: question.terms,
  };
  yield { event: "ask.started", data: { id: base.id, interpreted } };
  const refusal = "reason" in ranged ? ranged : whyUnanswerable(ctx, sources, base.coverage);
  if (refusal || range === null) {
    const data = { ...base, interpreted, status: "refused" as const, answer: "", refusal };
    return yield { event: "ask.refused", data };
  }
  const scope: TaskSearch = {
    sources,
    range,
    itemTypes: input.itemTypes ?? ITEM_TYPES,
    limit: input.limit,
  };
  const computed = compute(ctx, question, scope);
  const records = computed === null ? recordsWith(ctx, question.terms, scope, said ? range : null) : [];
  const allowed = records.length > 0 ? settingsOf(ctx).ask.model : "never";
  yield {
    event: "ask.retrieved",
    data: { coverage: base.coverage, method: methodOf(records, allowed !== "never") },
  };
  const told = allowed === "never"
    ? null
    : await answerWithModel(ctx, { text, records, scope, allowed, worker: input.worker, signal });
  const byModel = told !== null && told.claims.length > 0;
  const claims = computed ?? (byModel ? told.claims : extract(records, question, scope));
  const none = said ? nothing(ctx, question, range) : noWords(question);
  const method = computed === null ? methodOf(claims, byModel) : base.method;
  const { sentences, citations, dropped } = proofsOf(ctx, claims.length > 0 ? claims : [none]);
  for (const sentence of sentences) {
    const cited = citations.filter(({ n }) => sentence.citations.includes(n));
    yield { event: "ask.sentence", data: { ...sentence, cited } };
  }
  const partial = base.coverage.some(({ stale }) => stale);
  const data: PlannerAskResponse = {
    ...base,
    method,
    interpreted,
    status: sentences.length === 0 ? "refused" : partial ? "partial" : "answered",
    answer: sentences.map((each) => each.text + each.citations.map((n) => ` [${n}]`).join("")).join("\n"),
    sentences,
    citations,
    dropped: dropped + (told?.dropped ?? 0),
    model: told?.model ?? null,
    refusal: sentences.length > 0
      ? null
      : { reason: "unproved", detail: "The records found do not prove an answer." },
  };
  yield { event: sentences.length === 0 ? "ask.refused" : "ask.completed", data };
}

const methodOf = (found: readonly unknown[], byModel: boolean): PlannerAskResponse["method"] =>
  found.length === 0 ? "computed" : byModel ? "model" : "extractive";

/** The sentence for no results; the coverage names what was searched. */
function noWords({ terms }: ParsedQuestion): Claim {
  const words = terms.map((term) => `"${term}"`).join(", ");
  const text = words === ""
    ? "The question contains no words to search for."
    : `No event or task that was searched contains ${words}.`;
  return { text, cites: [], computed: [text] };
}

function proofsOf(ctx: Ctx, claims: readonly Claim[]) {
  const citations: Citation[] = [];
  const sentences: Sentence[] = [];
  for (const claim of claims.filter((each) => isProved(ctx, each))) {
    const numbers = claim.cites.map((cite) => {
      const known = citations.find((each) =>
        each.quote === cite.quote && each.occurrence === cite.occurrence && each.field === cite.field &&
        each.artifactId === cite.artifactId && each.taskId === cite.taskId
      );
      if (!known) citations.push({ n: citations.length + 1, ...cite });
      return known?.n ?? citations.length;
    });
    sentences.push({ text: claim.text, citations: numbers });
  }
  return { sentences, citations, dropped: claims.length - sentences.length };
}
