/** One round of one side: how much per second (or how long), and how long each operation took. */
export type Sample = { value: number; latencies: number[] };

/** Both sides of a comparison, round by round. */
export type Pairs<Round = Sample> = { ours: Round[]; bare: Round[] };

/** The value below which `share` of the numbers lie; NaN when there are none. */
export function percentile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? NaN;
}

export const median = (numbers: readonly number[]): number => percentile(numbers, 0.5);

/** Runs each side once unmeasured, then `rounds` times, close together and in turning order. */
export async function alternate<Round>(
  rounds: number,
  ours: () => Promise<Round>,
  bare: () => Promise<Round>,
): Promise<Pairs<Round>> {
  await bare();
  await ours();
  const pairs: Pairs<Round> = { ours: [], bare: [] };
  for (let round = 0; round < rounds; round++) {
    const sides = [["bare", bare], ["ours", ours]] as const;
    for (const [side, run] of round % 2 === 0 ? sides : sides.toReversed()) pairs[side].push(await run());
  }
  return pairs;
}

/** The middle of the ratios of each round, and how far its quartiles lie apart. */
export function ratioOf({ ours, bare }: Pairs): { ratio: number; noise: number } {
  const ratios = ours.map((sample, round) => sample.value / bare[round]!.value);
  return { ratio: median(ratios), noise: percentile(ratios, 0.75) - percentile(ratios, 0.25) };
}

/** The middle of a side's values. */
export const middle = (samples: readonly Sample[]): number => median(samples.map(({ value }) => value));

/** "p50 1.2 ms, p99 3.4 ms" of all operations of a side. */
export function latencyOf(samples: readonly Sample[]): string {
  const all = samples.flatMap(({ latencies }) => latencies);
  return `p50 ${milliseconds(median(all))}, p99 ${milliseconds(percentile(all, 0.99))}`;
}

/** A duration with three digits. */
export const milliseconds = (value: number): string =>
  `${value < 10 ? value.toFixed(2) : value < 100 ? value.toFixed(1) : Math.round(value)} ms`;

/** A whole number with thousands apart. */
export const whole = (value: number): string => Math.round(value).toLocaleString("en-US");
