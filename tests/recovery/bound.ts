/** Says how often a fault may happen at most when that many trials showed none: the rule of three, at 95 % confidence. */
export const boundAfter = (trials: number): string =>
  `at most 1 in ${Math.floor(trials / 3)} (95 % confidence)`;
