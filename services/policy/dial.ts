/** How much is done in a repository without asking a human. */
export const DIALS = ["everything", "border", "closed"] as const;
/** One of these settings. */
export type Dial = typeof DIALS[number];

/** What each setting means, for the docs, the page and the agents themselves. */
export const DIAL_WORDS: Readonly<Record<Dial, string>> = {
  everything: "Coding agents ask before each edit and each command.",
  border:
    "Edits in the worktree and commands in the sandbox are done and recorded; you are asked where something leaves.",
  closed:
    "Edits in the worktree are done; commands that you have not admitted, and whatever leaves, are refused without asking.",
};

/** A way in which something that a worker wants leaves what the sandbox and the review hold. */
export type Crossing = {
  kind: "network" | "outside" | "protected" | "secret" | "refused" | "unclear" | "unconfined";
  /** One sentence. */
  detail: string;
};

/** What a worker wants, as far as it decides who has to agree. */
export type Wish = {
  kind: "edit" | "command" | "external" | "other";
  crossings: readonly Crossing[];
  /** A human has admitted exactly this. */
  admitted: boolean;
  /** Something of what the worker follows came with the agent token. */
  fromAgent: boolean;
};

/** What becomes of a wish. */
export type Verdict = "done" | "ask" | "refuse";

/** Whether one setting allows nothing that another one does not; `everything` and `closed` each allow what the other does not. */
export const isStricter = (dial: Dial, than: Dial): boolean => than === "border" && dial !== "border";

/** Decides a wish under one setting. What a connector does outside (`external`) is asked for each time. */
export function decideWish(dial: Dial, { kind, crossings, admitted, fromAgent }: Wish): Verdict {
  if (admitted) return "done";
  if (dial === "everything") return "ask";
  const leaves = crossings.length > 0 || kind === "external";
  if (dial === "closed") return leaves || kind === "command" ? "refuse" : "done";
  return leaves || (kind === "command" && fromAgent) ? "ask" : "done";
}

/** Decides under the setting that a run began with and the present one: a change meanwhile widens nothing. */
export function decideUnder(dials: readonly Dial[], wish: Wish): Verdict {
  const verdicts = dials.map((dial) => decideWish(dial, wish));
  return verdicts.includes("refuse") ? "refuse" : verdicts.includes("ask") ? "ask" : "done";
}
