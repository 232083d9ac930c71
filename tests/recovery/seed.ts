/** The seed of a test that throws dice: a new one each time, or `RECOVERY_SEED` to see a failure again. */
export const freshSeed = (): number =>
  Number(Deno.env.get("RECOVERY_SEED") ?? crypto.getRandomValues(new Uint32Array(1))[0]);
