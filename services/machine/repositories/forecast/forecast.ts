import { ServiceError } from "../../../ground/kernel/errors.ts";
import { Pace } from "../../../ground/kernel/pace.ts";
import type { Control } from "../git/types.ts";
import { Ground, type Judged, type OpenResult, type ResultEffect } from "./effect.ts";
import { type KnownMerges, Merges } from "./merges.ts";
import { judgePair, type Pair, type WithEffect } from "./pair.ts";

/** What is asked for the results of one repository. */
interface ForecastInput {
  readonly results: readonly OpenResult[];
  readonly known: KnownMerges;
  /** How many merges may be made that are not known yet. */
  readonly most: number;
}

/** What would become of each result alone, and of each pair that concerns the same files. */
export interface ResultForecast {
  readonly alone: ReadonlyMap<string, Judged | null>;
  readonly pairs: readonly Pair[];
}

/**
 * Returns what an apply, and a rebase where that finds other content, would do with each result and with each pair of them.
 * Merges are made in the private repository, as those of a rebase are. What git cannot merge, because its objects are lost, is
 * not known.
 */
export async function forecast(
  control: Control,
  { results, known, most }: ForecastInput,
): Promise<ResultForecast> {
  const ground = new Ground(new Merges(control, known, most), results);
  const effects: WithEffect[] = [];
  for (const result of results) {
    effects.push({ result, effect: await unless(ground.effectOf(result), UNKNOWN) });
  }
  const pairs: Pair[] = [];
  const pace = new Pace();
  for (const first of effects) {
    for (const then of effects) {
      if (then === first) continue;
      const unknown = { first: first.result.id, then: then.result.id, judged: null };
      const pair = await unless(judgePair(ground, first, then), unknown);
      if (pair) pairs.push(pair);
      await pace.breathe();
    }
  }
  return { alone: new Map(effects.map(({ result, effect }) => [result.id, effect.now])), pairs };
}

const UNKNOWN: ResultEffect = { now: null, changes: null, directories: new Set() };

async function unless<Value>(found: Promise<Value>, unknown: Value): Promise<Value> {
  try {
    return await found;
  } catch (cause) {
    if (cause instanceof ServiceError) return unknown;
    throw cause;
  }
}
