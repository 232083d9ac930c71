/**
 * The settings of a repository's dial, by what a human is asked about: everything that workers do, what crosses the border
 * of the sandbox, or nothing, because that is refused.
 */
export const DIALS = ["everything", "border", "closed"] as const;
/** One of these settings. */
export type Dial = typeof DIALS[number];

/** What each setting means, for the docs, the page and the agents themselves. */
export const DIAL_WORDS: Readonly<Record<Dial, string>> = {
  everything: "Coding agents ask before each edit and each command.",
  border:
    "Edits in the worktree and commands in the sandbox are done and recorded. You are asked about anything that reaches beyond them.",
  closed:
    "Edits in the worktree are done. Commands that you have not allowed, and anything that reaches beyond the sandbox, are refused without asking.",
};

/** A way in which a worker's action goes beyond what the sandbox and the review contain. */
export type Crossing = {
  kind: "network" | "outside" | "protected" | "secret" | "refused" | "unclear" | "unconfined";
  /** One sentence. */
  detail: string;
};

/** The properties of an action that determine who has to approve it. */
type PolicyAction = {
  kind: "edit" | "command" | "external" | "other";
  crossings: readonly Crossing[];
  /** Whether a human has admitted exactly this. */
  admitted: boolean;
  /** Whether some of the worker's instructions came with the agent token. */
  fromAgent: boolean;
};

/** The decision about an action. */
type Verdict = "done" | "ask" | "refuse";

/**
 * Whether a setting allows nothing that the other one does not. `everything` and `closed` each allow something that the
 * other refuses.
 */
export const isStricter = (dial: Dial, than: Dial): boolean => than === "border" && dial !== "border";

/** Decides an action under one setting. Connector actions outside (`external`) need a question each time. */
export function decideAction(dial: Dial, { kind, crossings, admitted, fromAgent }: PolicyAction): Verdict {
  if (admitted) return "done";
  if (dial === "everything") return "ask";
  const leaves = crossings.length > 0 || kind === "external";
  if (dial === "closed") return leaves || kind === "command" ? "refuse" : "done";
  return leaves || (kind === "command" && fromAgent) ? "ask" : "done";
}

/** Decides under the run's original setting and the current one: a change in between never widens anything. */
export function decideUnder(dials: readonly Dial[], action: PolicyAction): Verdict {
  const verdicts = dials.map((dial) => decideAction(dial, action));
  return verdicts.includes("refuse") ? "refuse" : verdicts.includes("ask") ? "ask" : "done";
}
