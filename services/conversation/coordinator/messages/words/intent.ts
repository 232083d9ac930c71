import type { RequestedMove } from "../../../../control/lifecycle/runs.ts";

/** Questions that are answered from records and change nothing. */
export type RecordsQuestion =
  | "help"
  | "status"
  | "plan"
  | "changes"
  | "runs"
  | "models"
  | "needs_me"
  | "approvals"
  | "explain";

/** What a message requests. `unclear` is everything that is not plainly one of the others. */
export type MessageIntent =
  | { kind: RecordsQuestion }
  | { kind: "guide"; target: string | null; content: string }
  | { kind: "move"; move: RequestedMove; reason?: string }
  | { kind: "card"; move: "block" | "escalate"; target: string | null }
  | { kind: "stop" | "go_on" | "retry" }
  | { kind: "remember"; content: string; scope: "conversation" | "project" }
  | { kind: "approve" }
  | { kind: "reject"; words: string }
  | { kind: "rework"; words: string }
  | { kind: "start"; request: string; repoPath: string | null; explicit: boolean }
  | { kind: "unclear" };
