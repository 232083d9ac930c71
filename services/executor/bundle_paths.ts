/** Where the patch of a round is among the artifacts of its run. */
export const patchPath = (round: number): string => `bundles/round-${round}.patch`;

/** Where the contents of what the patch changes are. */
export const contentPath = (round: number): string => `bundles/round-${round}.content`;

/** Where the manifest is: every path with its state before and after. */
export const manifestPath = (round: number): string => `bundles/round-${round}.json`;

/** Where it is said what of the patch persons changed by hand. */
export const peoplePath = (round: number): string => `bundles/round-${round}.people.json`;
