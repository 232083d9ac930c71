/** Returns the artifact path of the verifier's output in a round. */
export const verifierOutputPath = (round: number): string => `verification/round-${round}.txt`;

/** Returns the artifact path of its output at the base. */
export const baseOutputPath = (tree: string): string => `verification/base-${tree.slice(0, 12)}.txt`;
