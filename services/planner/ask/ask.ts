import { LOCAL_SOURCE } from "../../../store/planner/source_stream.ts";
import type { Ctx } from "../../kernel/context.ts";
import { InvalidError, NotFoundError } from "../../kernel/errors.ts";
import { type Made, made } from "../../kernel/made.ts";
import { type Range, rangeOf, timeAt } from "../range.ts";
import { settingsOf, sourcesOf } from "../settings.ts";
import { stateOf } from "../source_status.ts";
import { windowAt } from "../sources/window.ts";
import { compute } from "./computed.ts";
import type { Scope } from "./due_tasks.ts";
import { extract } from "./extract.ts";
import { interpret, type Question, type Refusal } from "./interpret.ts";
import { type Claim, isProved } from "./proof.ts";
import type { Citation, PlannerAskInput, PlannerAskResponse, Sentence } from "./schemas.ts";

/** One step of answering, as it is streamed. */
export type Said =
  | { event: "ask.started"; data: Pick<PlannerAskResponse, "id" | "interpreted"> }
  | {
    event: "ask.retrieved";
    data: Pick<PlannerAskResponse, "coverage"> & { method: PlannerAskResponse["method"] };
  }
  | { event: "ask.sentence"; data: Sentence & { cited: Citation[] } }
  | { event: "ask.completed" | "ask.refused"; data: PlannerAskResponse };

const USUAL_DAYS = 14;

/** Answers a question from records: computed where that can be, else in their own words. What cannot be proved is not said. */
export async function askPlanner(ctx: Ctx, input: PlannerAskInput): Promise<() => Made<PlannerAskResponse>> {
  let response: PlannerAskResponse;
  for await (const said of answering(ctx, input)) {
    if (said.event === "ask.completed" || said.event === "ask.refused") response = said.data;
  }
  return () => made(response);
}

/** The same step by step. A sentence comes only once it is proved. */
export async function* answering(ctx: Ctx, input: PlannerAskInput): AsyncGenerator<Said> {
  const text = (input.question ?? input.query)!;
  const { timeZone } = settingsOf(ctx);
  const sources = scopeOf(ctx, input);
  const read = await interpret(text, ctx.now(), timeZone);
  const question: Question = "reason" in read ? { intent: "words", range: null, terms: [] } : read;
  const base = {
    id: ctx.newId("pqa"),
    method: "computed" as const,
    sentences: [],
    citations: [],
    coverage: coverageOf(ctx, sources),
    dropped: 0,
    askedAt: ctx.now().toISOString(),
  };
  const ranged = "reason" in read ? read : rangeFor(ctx, input, question);
  const range = "reason" in ranged ? null : ranged;
  const said = question.range !== null || input.from !== undefined || input.to !== undefined;
  const interpreted = {
    intent: question.intent,
    from: range && said ? timeAt(range.from) : null,
    to: range && said ? timeAt(range.to) : null,
    terms: question.terms,
  };
  yield { event: "ask.started", data: { id: base.id, interpreted } };
  const refusal = "reason" in ranged ? ranged : refusalOf(ctx, sources, base.coverage);
  if (refusal || range === null) {
    const data = { ...base, interpreted, status: "refused" as const, answer: "", refusal };
    return yield { event: "ask.refused", data };
  }
  const scope: Scope = {
    sources,
    range,
    itemTypes: input.itemTypes ?? ["event", "task"],
    limit: input.limit,
  };
  const computed = compute(ctx, question, scope);
  const claims = computed ?? extract(ctx, question, scope);
  const method = computed === null && claims.length > 0 ? "extractive" as const : "computed" as const;
  yield { event: "ask.retrieved", data: { coverage: base.coverage, method } };
  const { sentences, citations, dropped } = {
    ...proofsOf(ctx, claims.length > 0 ? claims : [noWords(question)]),
  };
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
    dropped,
    refusal: sentences.length > 0
      ? null
      : { reason: "unproved", detail: "What was found does not prove an answer." },
  };
  yield { event: sentences.length === 0 ? "ask.refused" : "ask.completed", data };
}

/** That nothing was found is said of what was searched, which the coverage names. */
function noWords({ terms }: Question): Claim {
  const words = terms.map((term) => `"${term}"`).join(", ");
  const text = words === ""
    ? "The question has no words that could be searched for."
    : `No event and no task that was searched says ${words}.`;
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

function scopeOf(ctx: Ctx, { sources, accountId }: PlannerAskInput): string[] {
  const known = sourcesOf(ctx);
  for (const id of sources ?? []) {
    if (id !== LOCAL_SOURCE && !known.some((source) => source.id === id)) {
      throw new NotFoundError("planner source", id);
    }
  }
  const ofAccount = known.filter(({ config }) => accountId === undefined || config.accountId === accountId);
  const all = [...accountId === undefined ? [LOCAL_SOURCE] : [], ...ofAccount.map(({ id }) => id)];
  return all.filter((id) => sources?.includes(id) ?? true);
}

function coverageOf(ctx: Ctx, ids: readonly string[]): PlannerAskResponse["coverage"] {
  const configured = sourcesOf(ctx);
  return ids.map((id) => {
    const source = configured.find((each) => each.id === id);
    // What is kept here is as it is now.
    if (!source) return { source: id, lastSuccessAt: ctx.now().toISOString(), stale: false };
    return { source: id, lastSuccessAt: source.lastSuccessAt, stale: stateOf(ctx, source) !== "ok" };
  });
}

function refusalOf(
  ctx: Ctx,
  ids: readonly string[],
  coverage: PlannerAskResponse["coverage"],
): Refusal | null {
  const { tables } = ctx.store.projector;
  const hasLocal = ids.includes(LOCAL_SOURCE) && tables.get(
        "select 1 from {planner_items} where source_id = ?1 and status <> 'gone' union all select 1 from {planner_tasks} where source_id = ?1 limit 1",
        LOCAL_SOURCE,
      ) !== undefined;
  if (hasLocal) return null;
  const others = coverage.filter(({ source }) => source !== LOCAL_SOURCE);
  if (others.length === 0) {
    return {
      reason: "no_source",
      detail: "There is no source and no task to answer from. Set one up with POST /planner/settings.",
    };
  }
  if (others.every(({ lastSuccessAt }) => lastSuccessAt === null)) {
    return {
      reason: "stale_sources",
      detail: "None of the sources was read yet. Refresh them with POST /planner/refresh.",
    };
  }
  return null;
}

function rangeFor(ctx: Ctx, input: PlannerAskInput, { range, intent }: Question): Range | Refusal {
  const known = windowAt(ctx.now());
  const now = Math.floor(ctx.now().getTime() / 1000);
  const days = intent === "next" || intent === "when" ? settingsOf(ctx).horizonDays : USUAL_DAYS;
  try {
    if (input.from !== undefined || input.to !== undefined) {
      return rangeOf(input, settingsOf(ctx).timeZone, { from: now, to: now + days * 86_400 }, ctx.now());
    }
  } catch (cause) {
    if (cause instanceof InvalidError) return { reason: "out_of_range", detail: cause.message };
    throw cause;
  }
  const meant = range ?? { from: now, to: now + days * 86_400 };
  if (meant.from >= known.from && meant.to <= known.to) return meant;
  const [first, last] = [known.from, known.to].map((at) => timeAt(at).slice(0, 10));
  return {
    reason: "out_of_range",
    detail: `Occurrences are known from ${first} to ${last}. Ask within that time.`,
  };
}
