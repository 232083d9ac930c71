type Effect = "widens" | "narrows" | "neutral";

/** Returns the paths of a change request that have this effect. */
export const pathsOf = (
  { diff }: { diff: readonly { path: string; effect: Effect }[] },
  wanted: Effect,
): string[] => diff.filter(({ effect }) => effect === wanted).map(({ path }) => path);
