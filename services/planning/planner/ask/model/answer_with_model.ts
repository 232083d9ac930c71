import { providerStream } from "../../../../../store/models/provider_stream.ts";
import { type Ctx, record } from "../../../../ground/kernel/context.ts";
import {
  admitBudget,
  CallFault,
  Deadline,
  jsonIn,
  ModelRoute,
  modelsAllowed,
  nameOf,
  newMark,
  UsageTotal,
} from "../../../../sessions/models/clients/mod.ts";
import type { ModelsLive } from "../../../../sessions/models/providers/settings/live.ts";
import type { TaskSearch } from "../records/due_tasks.ts";
import { type Claim, isProved } from "../records/proof.ts";
import type { SourceRecord } from "../records/records.ts";
import type { ModelUse, PlannerAskInput } from "../records/schemas.ts";
import { ground } from "./grounded.ts";
import { instructions, nameOfRecord, promptOf, toldSchema } from "./prompt.ts";

/** Short enough for a waiting person, long enough for a local model to load. */
export const PLANNER_ANSWER_MILLISECONDS = 90_000;

/** A question with the records that a model may read for it. */
type ToTell = {
  text: string;
  records: readonly SourceRecord[];
  scope: Pick<TaskSearch, "limit">;
  allowed: "local" | "any";
  /** Who alone may be asked; undefined for any. */
  worker: PlannerAskInput["worker"];
  signal: AbortSignal;
};

/** A model's proved sentences, the number of unproved ones, and the result of the call. */
type ModelSentences = { claims: Claim[]; dropped: number; model: ModelUse };

/**
 * Lets a model answer from records, without tools, within the budgets and on record. It reads only these records. If it fails,
 * there are no sentences and the answer says why. Throws the signal's reason.
 */
export async function answerWithModel(
  ctx: Ctx<ModelsLive>,
  { text, records, scope, allowed, worker, signal }: ToTell,
): Promise<ModelSentences> {
  const candidates = modelsAllowed(ctx, allowed, worker);
  if (candidates.length === 0) {
    const which = worker ? ` of ${[worker.provider, worker.model].filter(Boolean).join("/")}` : "";
    const where = allowed === "local" ? " on this machine" : "";
    return { claims: [], dropped: 0, model: { ...UNUSED, detail: `No model${which}${where} is ready.` } };
  }
  using late = new Deadline(ctx.pause, PLANNER_ANSWER_MILLISECONDS, "It did not answer in time.");
  const spent = new UsageTotal();
  const route = new ModelRoute({
    ctx,
    purpose: "ask",
    maxAttempts: 1,
    signal: AbortSignal.any([late.signal, signal]),
    record: (event) => {
      spent.add(event);
      void record(ctx, providerStream, route.current.provider.id, [event]);
    },
    onText: () => {}, // nothing is streamed before it is proved
    admit: (candidate, worstCaseUsd) => admitBudget(ctx, { runId: undefined, candidate, worstCaseUsd }),
  }, candidates);
  const given = records.slice(0, scope.limit);
  const mark = newMark();
  const used = (detail: string | null): ModelUse => {
    const { inputTokens, outputTokens, costUsd } = spent.total;
    return { name: nameOf(route.current), inputTokens, outputTokens, costUsd, detail };
  };
  try {
    const answer = await route.ask({
      question: () => ({
        instructions: instructions(mark),
        messages: [{ role: "user", content: ctx.redactor.text(promptOf(mark, given, text)) }],
        shape: toldSchema,
      }),
      shorten: () => given.length > 1 && given.splice(Math.ceil(given.length / 2)).length > 0,
    });
    const read = readTold(ctx, answer.text, { given, limit: scope.limit });
    if (read === null) return { claims: [], dropped: 0, model: used("Its answer could not be read.") };
    const none = read.claims.length === 0 ? "The records support nothing in its answer." : null;
    return { ...read, model: used(none) };
  } catch (fault) {
    signal.throwIfAborted();
    if (late.signal.aborted) return { claims: [], dropped: 0, model: used("It did not answer in time.") };
    if (!(fault instanceof CallFault)) throw fault;
    return { claims: [], dropped: 0, model: used(ctx.redactor.text(fault.message)) };
  }
}

const UNUSED: ModelUse = { name: null, inputTokens: 0, outputTokens: 0, costUsd: 0, detail: null };

type Given = { given: readonly SourceRecord[]; limit: number };

function readTold(
  ctx: Ctx,
  text: string,
  { given, limit }: Given,
): Omit<ModelSentences, "model"> | null {
  const { data } = toldSchema.safeParse(jsonIn(text));
  if (!data) return null;
  const byName = new Map(given.map((each, i) => [nameOfRecord(i), each]));
  const claims = data.sentences.slice(0, limit).flatMap((sentence): Claim[] => {
    const quotes = sentence.quotes.flatMap(({ record: name, quote }) => {
      const found = byName.get(name);
      return found ? [{ record: found, quote }] : [];
    });
    const claim = quotes.length < sentence.quotes.length ? null : ground(sentence.text, quotes);
    return claim && isProved(ctx, claim) ? [claim] : [];
  });
  return { claims, dropped: Math.min(data.sentences.length, limit) - claims.length };
}
