/** A program that does tasks, as the operator configured it: a provider of the kind `command`. */
export type CommandDefinition = {
  /** The provider's name. */
  id: string;
  /** The program and its arguments. `{instructions}` and `{file}` are replaced by the task; without them it is the input. */
  command: readonly string[];
  /** The worker's name; the program's name if absent. */
  model?: string;
  /** Whether the program may use the network, for a model that is elsewhere. */
  network?: boolean;
  /** Lets the program run without a sandbox if none is available; `UNCONFINED_RISK` says what that means. */
  allowUnsandboxed?: boolean;
};

/** What `allowUnsandboxed` allows, for the person who is about to set it. */
export const UNCONFINED_RISK =
  "Without a sandbox the program runs as the user who runs this service: it can read all of that user's files, including " +
  "keys and other repositories, change files outside the worktree, and reach the network and this service. Only " +
  "its changes in the worktree are shown to a human before they count.";
