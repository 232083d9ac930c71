/** The bound of a two-sided interval that covers 95 %. */
const Z = 1.959963984540054;

/** The difference between two workers counts if chance gives it at most this often. */
export const ALPHA = 0.05;

/** Returns Wilson's interval, in which the share lies with 95 % confidence. */
export function wilson(solved: number, n: number): { low: number; high: number } {
  if (n === 0) return { low: 0, high: 1 };
  const p = solved / n;
  const z2 = Z * Z / n;
  const middle = (p + z2 / 2) / (1 + z2);
  const half = Z / (1 + z2) * Math.sqrt(p * (1 - p) / n + z2 / (4 * n));
  return {
    low: solved === 0 ? 0 : Math.max(0, middle - half),
    high: solved === n ? 1 : Math.min(1, middle + half),
  };
}

/** Returns the logarithms of 0!, 1!, …, n!. */
function logFactorials(n: number): number[] {
  const logs = [0];
  for (let i = 1; i <= n; i++) logs.push(logs[i - 1]! + Math.log(i));
  return logs;
}

/**
 * Returns how often chance gives a difference at least as large, if two workers solve each case equally often: McNemar's exact
 * test of the cases that only one of them solved.
 */
export function mcnemar(onlyFirst: number, onlySecond: number): number {
  const n = onlyFirst + onlySecond;
  const logs = logFactorials(n);
  let tail = 0;
  for (let k = 0; k <= Math.min(onlyFirst, onlySecond); k++) {
    tail += Math.exp(logs[n]! - logs[k]! - logs[n - k]! - n * Math.LN2);
  }
  return Math.min(1, 2 * tail);
}

/** Returns p-values as if each were the only one: Holm's correction, in the given order. */
export function holm(values: readonly number[]): number[] {
  const order = values.map((_, i) => i).toSorted((a, b) => values[a]! - values[b]!);
  const corrected = [...values];
  let before = 0;
  for (const [rank, i] of order.entries()) {
    before = Math.max(before, Math.min(1, (values.length - rank) * values[i]!));
    corrected[i] = before;
  }
  return corrected;
}

/** Returns how often n cases tell two workers apart that solve these shares of them, each case independently. */
export function power(n: number, first: number, second: number): number {
  const [a, b] = [first * (1 - second), second * (1 - first)];
  if (a + b === 0) return 0;
  const logs = logFactorials(n);
  const chance = (of: number, times: number, share: number) =>
    Math.exp(
      logs[of]! - logs[times]! - logs[of - times]! + powerOf(share, times) + powerOf(1 - share, of - times),
    );
  let sum = 0;
  for (let differing = 0; differing <= n; differing++) {
    let tail = 0;
    let found = 0;
    // What is as rare as this on either side counts as a difference.
    for (let fewer = 0; 2 * fewer < differing; fewer++) {
      tail += chance(differing, fewer, 0.5);
      if (2 * tail > ALPHA) break;
      found += chance(differing, fewer, a / (a + b)) + chance(differing, fewer, b / (a + b));
    }
    sum += found * chance(n, differing, a + b);
  }
  return Math.min(1, sum);
}

/** Returns the logarithm of a share to a power; nothing to the power of nothing is 1. */
const powerOf = (share: number, times: number): number => times === 0 ? 0 : times * Math.log(share);
