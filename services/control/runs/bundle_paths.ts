/** Returns the path of a round's patch among the artifacts of its run. */
export const patchPath = (round: number): string => `bundles/round-${round}.patch`;

/** Returns the path of the contents that the patch changes. */
export const contentPath = (round: number): string => `bundles/round-${round}.content`;

/** Returns the path of the manifest: every changed path with its state before and after. */
export const manifestPath = (round: number): string => `bundles/round-${round}.json`;

/** Returns the path of the list of changes that people made by hand. */
export const peoplePath = (round: number): string => `bundles/round-${round}.people.json`;
