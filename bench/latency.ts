import { milliseconds, percentile } from "./measure.ts";
import type { Row } from "./table.ts";

/** How long `work` takes, in milliseconds, each of so many times after one that warms up. */
export async function timed(rounds: number, work: () => Promise<unknown>): Promise<number[]> {
  const times: number[] = [];
  for (let round = -1; round < rounds; round++) {
    const begin = performance.now();
    await work();
    if (round >= 0) times.push(performance.now() - begin);
  }
  return times;
}

/** A row whose target is the 95th percentile in milliseconds; `bare` is the cheapest request of the same door. */
export function latencyRow(
  what: string,
  { ours, bare, most, detail }: { ours: number[]; bare: number[]; most: number; detail: string },
): Row {
  return {
    what: `${what}, p95 in ms`,
    ours: milliseconds(percentile(ours, 0.95)),
    bare: milliseconds(percentile(bare, 0.95)),
    measured: percentile(ours, 0.95),
    target: { most },
    detail: `${detail}; ${ours.length} rounds, p50 ${
      milliseconds(percentile(ours, 0.5))
    }; "bare" is GET /health`,
  };
}
