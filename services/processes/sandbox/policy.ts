/** A path that is covered: a directory by an empty one, a file by one that reads as empty. */
export type Mask = { path: string; directory: boolean };

/** A worktree, and the path at which it is seen a second time. */
export type Alias = { path: string; worktree: string };

/** What a command in the sandbox may see and change. All paths are absolute and free of symbolic links. */
export type SandboxPolicy = {
  /** Where the command begins; a writable one, or inside of one. */
  directory: string;
  /** Another path at which the worktree around the directory is seen, with the same rules as at its own. */
  alsoAt?: Alias;
  /** Seen at their own paths, and changed there for good. */
  writable: readonly string[];
  /** Seen at their own paths; nobody can write there. One that does not exist is left out. */
  readable: readonly string[];
  /** Covered, whatever else shows them. What is given below one of them is still seen. */
  masked: readonly Mask[];
  /** A directory of this machine that the command has for its home; null for an empty one that is gone afterwards. */
  home: string | null;
  /** Where that home is seen, and what `HOME` says. Toolchains are given at their usual places below it. */
  homeAt: string;
  /** An empty directory of this machine that the command has for `/tmp`, alone. */
  temporary: string;
};

/** Whether commands can be confined on this machine; when not, why, and the command that changes it. */
export type SandboxState =
  | {
    available: true;
    program: string;
    version: string;
    /** The version of control groups that bound what a command takes; null where none can be made. */
    groups: 1 | 2 | null;
  }
  | { available: false; reason: string; fix: string };
