/** Every policy class. */
export const POLICY_CLASSES = [
  "start",
  "internal",
  "repo-write",
  "external-write",
  "command",
  "secret-use",
  "blocked",
] as const;
/** The class of an action; it determines who has to approve it. */
export type PolicyClass = (typeof POLICY_CLASSES)[number];

/** The classes from the one that asks a person the most to the one that asks the least. */
export const STRICTEST_FIRST: readonly PolicyClass[] = [
  "blocked",
  "secret-use",
  "external-write",
  "repo-write",
  "command",
  "start",
  "internal",
];
