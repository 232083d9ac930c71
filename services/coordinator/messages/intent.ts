import type { Move } from "../../lifecycle/runs.ts";

/** What a message asks for. `unclear` is everything that is not plainly one of the others. */
export type Intent =
  | { kind: "help" | "status" | "plan" | "needs_me" | "approvals" | "explain" }
  | { kind: "guide"; target: string | null; content: string }
  | { kind: "move"; move: Move; reason?: string }
  | { kind: "stop" | "go_on" | "retry" }
  | { kind: "remember"; content: string; scope: "conversation" | "project" }
  | { kind: "approve" }
  | { kind: "reject"; words: string }
  | { kind: "rework"; words: string }
  | { kind: "start"; request: string; repoPath: string | null; explicit: boolean }
  | { kind: "unclear" };
