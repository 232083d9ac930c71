import type { Crossing } from "../policy/dial.ts";

/** What a worker wants to do and nobody has allowed yet; a human decides it at a checkpoint. */
export type PermissionRequest = {
  /** The same question asked again, also after a restart, has the same key. */
  key: string;
  kind: "edit" | "command" | "external" | "other";
  title: string;
  /** What would happen, in full: the diff, the command line, the arguments. */
  detail: string;
  /** The exact shell command, where it is one. */
  command?: string;
  /** Of an edit, the paths that it changes, relative to the top of the repository. */
  paths?: readonly string[];
  /** What the worker knows of where this leaves its worktree. */
  crossings?: readonly Crossing[];
  /** Of an agent that does it by itself, whether it is in a sandbox; absent where this service does it. */
  confined?: boolean;
  /** Where the command begins, relative to the worktree; its root when absent. */
  directory?: string;
  /** Aborted when the worker no longer wants to know. */
  withdrawn?: AbortSignal;
  /** Why it is more than usually dangerous, one sentence each. */
  warnings?: string[];
};

/**
 * What a worker is answered, and by whom: a human now, an earlier admission, an earlier one for all commands of a pattern, or the
 * rule of the repository.
 */
export type Answer =
  | { decision: "approved"; network: boolean; by: "human" | "admission" | "pattern" | "rule" }
  | { decision: "rejected"; sentence: string | null };
