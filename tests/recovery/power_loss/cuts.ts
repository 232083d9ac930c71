import type { Random } from "../load/random.ts";
import type { History } from "./disk/history.ts";
import type { Deed } from "./scenario/deeds.ts";

/** How many operations after an answer a cut still lies close behind it. */
const CLOSE = 20;

/**
 * Chooses where the power fails: before the operation of that index. Half of the cuts lie close behind an answer or amid the
 * names that change in a repository; the others anywhere.
 */
export function chooseCut(
  history: History,
  deeds: readonly Deed[],
  applied: readonly number[],
  random: Random,
) {
  const { operations } = history;
  const dice = random.next();
  if (dice < 0.3 && deeds.length > 0) {
    const { toldAt } = deeds[random.between(0, deeds.length - 1)]!;
    const next = operations.findIndex(({ at }) => at >= toldAt);
    if (next >= 0) return Math.min(operations.length, next + random.between(0, CLOSE));
  }
  if (dice < 0.6 && applied.length > 0) {
    return Math.min(
      operations.length,
      applied[random.between(0, applied.length - 1)]! + random.between(0, CLOSE),
    );
  }
  return random.between(0, operations.length);
}

/** Returns what was answered for certain when the power failed: before the operation `cut` began. */
export function toldBefore({ operations }: History, cut: number, deeds: readonly Deed[]): Deed[] {
  const at = operations[cut]?.at ?? Infinity;
  return deeds.filter(({ toldAt }) => toldAt <= at);
}

/** Returns the indexes of the operations that change names in the repositories: the patches as they are applied. */
export function applications({ before, operations }: History): number[] {
  const repositories = before.find(({ directory, name }) => directory === 0 && name === "repositories")?.node;
  const inside = new Set([repositories]);
  const below = (directory: number, node: number | null) => {
    if (inside.has(directory) && node !== null) inside.add(node);
    return inside.has(directory);
  };
  for (const { directory, node } of before) below(directory, node);
  return operations.flatMap((operation, index) =>
    operation.kind === "names" && operation.changes.some(({ directory, node }) => below(directory, node))
      ? [index]
      : []
  );
}
