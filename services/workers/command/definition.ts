/** A program that does tasks, as a person configured it: a provider of the kind `command`. */
export type CommandDefinition = {
  /** The provider's name. */
  id: string;
  /** The program and its arguments. `{instructions}` and `{file}` stand for the task; without either it is the input. */
  command: readonly string[];
  /** What the worker is called; the program's name if absent. */
  model?: string;
  /** Lets the program reach the network, for a model that is elsewhere. */
  network?: boolean;
  /** Lets the program run without a sandbox where there is none; what that means is in `UNCONFINED_RISK`. */
  allowUnsandboxed?: boolean;
};

/** What `allowUnsandboxed` allows, for whoever is about to set it. */
export const UNCONFINED_RISK =
  "Without a sandbox the program runs as the user of this service: it can read every file of that user, keys and " +
  "other repositories included, change files outside of the worktree, and reach the network and this service. Only " +
  "what it changes in the worktree is shown to a human before it counts.";
