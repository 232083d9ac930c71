import type { Intent } from "../intent.ts";

/** Something that a model takes a message for, and which run it means where it names one. */
export type Advised = { intent: Intent; runId?: string | undefined };

/** What a model makes of a message that the words alone did not tell. Nothing of it has been done. */
export type Advice =
  | { kind: "answer"; by: string; reply: string; recordIds: string[]; looks: number }
  | { kind: "looked"; reply: string; summary: string }
  | { kind: "acts"; by: string; said: string; acts: Advised[] }
  | { kind: "failed"; by: string; detail: string };
