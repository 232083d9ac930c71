/** Where what the verifier printed in a round is among the artifacts of its run. */
export const verifierOutputPath = (round: number): string => `verification/round-${round}.txt`;

/** Where what it printed on the base is. */
export const baseOutputPath = (tree: string): string => `verification/base-${tree.slice(0, 12)}.txt`;
