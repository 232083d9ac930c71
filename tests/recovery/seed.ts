/** The seed of a test that throws dice: a new one each time, or `RECOVERY_SEED` to see a failure again. */
export const freshSeed = (): number =>
  Number(Deno.env.get("RECOVERY_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0]);

/** Does work that throws dice with a fresh seed, which what it throws names. */
export async function withSeed(work: (seed: number) => Promise<void>): Promise<void> {
  const seed = freshSeed();
  try {
    await work(seed);
  } catch (cause) {
    throw new Error(`RECOVERY_SEED=${seed}: ${(cause as Error).message}`, { cause });
  }
}

/** Every nth item, from one that the seed picks: over many runs, all of them. */
export const shareOf = <Item>(items: readonly Item[], n: number, seed: number): Item[] =>
  items.filter((_, at) => at % n === seed % n);

/** The item that the seed picks. */
export const oneOf = <Item>(items: readonly Item[], seed: number): Item => items[seed % items.length]!;
