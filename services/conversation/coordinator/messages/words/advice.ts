import type { MessageIntent } from "./intent.ts";

/** An action that a model chose for a message, and which run it means if it names one. */
export type AdvisedAction = { intent: MessageIntent; runId?: string | undefined };

/** A model's interpretation of a message that is not plain. None of it has been done. */
export type Advice =
  | { kind: "answer"; by: string; reply: string; recordIds: string[]; looks: number }
  | { kind: "looked"; reply: string; summary: string }
  | { kind: "acts"; by: string; words: string; acts: AdvisedAction[] }
  | { kind: "failed"; by: string; detail: string };
