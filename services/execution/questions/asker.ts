import type { Worker } from "../../workforce/workers/worker.ts";
import type { Slot } from "../commands/pool.ts";
import type { QuestionsPort, RunPort } from "../commands/ports.ts";
import type { TaskWorktree } from "../commands/task_commits.ts";

/** A task whose worker may have to ask a human. */
export type Asker = TaskWorktree & {
  step: RunPort & QuestionsPort;
  round: number;
  signal: AbortSignal;
  slot: Slot;
  worker: Pick<Worker, "guardsItself" | "names" | "read">;
  /** Commands that failed because they had no network. */
  refused: Set<string>;
  /** Approvals that this attempt has already used. */
  used: Set<string>;
  /** How much this attempt has asked, and how much of it has no answer yet. */
  questions: { open: number; asked: number };
  /** Stops the worker when a person steps in, also while it waits. */
  pause: { stopWaiting(): void };
};
