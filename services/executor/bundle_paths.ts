/** Where the patch of a round is among the artifacts of its run. */
export const patchPath = (round: number): string => `bundles/round-${round}.patch`;
export const manifestPath = (round: number): string => `bundles/round-${round}.json`;
