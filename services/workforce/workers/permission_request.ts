import type { Crossing } from "../../ground/policy/dial.ts";

/** An action that a worker wants and no one has allowed yet; a human decides at a checkpoint. */
export type PermissionRequest = {
  /** The same question asked again, even after a restart, has the same key. */
  key: string;
  kind: "edit" | "command" | "external" | "other";
  title: string;
  /** The whole action: the diff, the command line, the arguments. */
  detail: string;
  /** The exact shell command, if it is one. */
  command?: string;
  /** The paths that an edit changes, relative to the root of the repository. */
  paths?: readonly string[];
  /** How the action leaves the worktree, as far as the worker knows. */
  crossings?: readonly Crossing[];
  /** For an agent that performs the action itself, whether it is in a sandbox; absent if this service performs it. */
  confined?: boolean;
  /** The command's directory, relative to the worktree; its root when absent. */
  directory?: string;
  /** Aborted when the worker withdraws the question. */
  withdrawn?: AbortSignal;
  /** How long a human may take to decide, as an ISO 8601 duration; 30 days when absent. */
  expiresIn?: string;
  /** Why it is unusually dangerous, one sentence each. */
  warnings?: string[];
};

/**
 * The answer to a worker's question, and its source: a human now, an earlier permission, an earlier one for all commands of a
 * pattern, or the repository's rule.
 */
export type PermissionAnswer =
  | { decision: "approved"; network: boolean; by: "human" | "admission" | "pattern" | "rule" }
  | { decision: "rejected"; sentence: string | null };
