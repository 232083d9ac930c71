import { providerStream } from "../../../../store/models/provider_stream.ts";
import { type Ctx, record } from "../../../ground/kernel/context.ts";
import {
  admitBudget,
  CallFault,
  Deadline,
  type ModelCandidate,
  ModelRoute,
  nameOf,
} from "../../../sessions/models/clients/mod.ts";
import type { ProviderTest, ProviderTestInput } from "../../../sessions/models/providers/connect_schemas.ts";
import type { ProviderDefinition } from "../../../sessions/provider_kinds/definition.ts";
import { AGENTS_OWN_MODEL } from "../../../sessions/provider_kinds/kinds/acp/kind.ts";
import { keyFault } from "../../../sessions/models/providers/readiness.ts";
import { modelNamed } from "../../../sessions/models/providers/models.ts";
import type { MonitorLive } from "../../../sessions/models/providers/monitor.ts";
import { requireProvider } from "../../../sessions/models/providers/require.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import type { WorkersLive } from "../../workers/live.ts";
import type { Unready, Upstream } from "../../workers/worker_kind.ts";
import { workerKindOf } from "../kinds.ts";
import { firstModel } from "../resolve.ts";

/** Short enough for a waiting person, long enough for a local model to load. */
const ANSWER_MILLISECONDS = 90_000;

const QUESTION = "Answer with the one word ready.";

type Tries = Ctx<WorkersLive & MonitorLive>;

/**
 * Asks a model of a provider one small question, once, within the budgets and on record, and returns the result. For an agent,
 * its program is located and its model is asked. Throws `NotFoundError`, and `InvalidError` for a provider without models.
 */
export async function tryProvider(
  ctx: Tries,
  id: string,
  { model }: ProviderTestInput,
): Promise<ProviderTest> {
  const provider = requireProvider(ctx, id);
  const { upstream } = workerKindOf(provider);
  if (upstream === null) {
    throw new InvalidError(
      `The provider "${id}" is of the kind ${provider.kind.id}, which has no model to ask.`,
    );
  }
  const startedAt = performance.now();
  const result = await tried(ctx, provider, upstream(ctx, provider), model);
  return { ...result, durationMilliseconds: Math.round(performance.now() - startedAt) };
}

type Tried = Omit<ProviderTest, "durationMilliseconds">;

/** An agent's traffic goes through another provider, `upstream`, or the agent cannot be started. */
async function tried(
  ctx: Tries,
  provider: ProviderDefinition,
  upstream: Upstream | Unready,
  named: string | undefined,
): Promise<Tried> {
  if ("reason" in upstream) return failed(`${upstream.reason} ${upstream.fix}`);
  if ("untried" in upstream) {
    await ctx.providerMonitor.check(ctx, provider, "demand");
    return {
      ok: true,
      model: `${provider.id}/${AGENTS_OWN_MODEL}`,
      needsKeyOf: null,
      detail: upstream.untried,
    };
  }
  const { detail } = await ctx.providerMonitor.check(ctx, upstream, "demand");
  if (upstream !== provider) await ctx.providerMonitor.check(ctx, provider, "demand");
  const model = named === undefined ? firstModel(ctx, upstream) : modelNamed(ctx, upstream, named);
  const refused = failed(named === undefined ? detail! : `${upstream.label} has no model "${named}".`);
  if (model === null) return { ...refused, needsKeyOf: keyFault(ctx, upstream) && upstream.id };
  const candidate = { provider: upstream, model };
  const startedAt = performance.now();
  try {
    await ask(ctx, candidate);
  } catch (fault) {
    if (!(fault instanceof CallFault)) throw fault;
    return {
      ok: false,
      model: nameOf(candidate),
      needsKeyOf: fault.fault === "credentials" ? upstream.id : null,
      detail: ctx.redactor.text(fault.message),
    };
  }
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const through = upstream === provider ? "" : `${provider.label} is installed, and `;
  return {
    ok: true,
    model: nameOf(candidate),
    needsKeyOf: null,
    detail: `${through}${nameOf(candidate)} answered in ${seconds} s.`,
  };
}

async function ask(ctx: Tries, candidate: ModelCandidate): Promise<void> {
  using late = new Deadline(ctx.pause, ANSWER_MILLISECONDS, `${nameOf(candidate)} did not answer in time.`);
  const route = new ModelRoute({
    ctx,
    purpose: "test",
    maxAttempts: 1,
    signal: late.signal,
    record: (event) => void record(ctx, providerStream, candidate.provider.id, [event]),
    onText: () => {},
    admit: (candidate, worstCaseUsd) =>
      admitBudget(ctx, { runId: undefined, candidate: candidate, worstCaseUsd }),
  }, [candidate]);
  const question = { instructions: QUESTION, messages: [{ role: "user" as const, content: QUESTION }] };
  await route.ask({ question: () => question });
}

const failed = (detail: string): Tried => ({ ok: false, model: null, needsKeyOf: null, detail });
