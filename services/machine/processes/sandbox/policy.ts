/** A hidden path: an empty directory covers a directory, an empty file covers a file. */
export type Mask = { path: string; directory: boolean };

/** A worktree, and its second path. */
export type Alias = { path: string; worktree: string };

/** What a command in the sandbox may see and change. All paths are absolute and free of symbolic links. */
export type SandboxPolicy = {
  /** Where the command starts; writable, or inside a writable directory. */
  directory: string;
  /** Another path of the surrounding worktree, with the same rules as at its own. */
  alsoAt?: Alias;
  /** Visible at their own paths; changes are permanent. */
  writable: readonly string[];
  /** Visible at their own paths, read-only. Missing ones are left out. */
  readable: readonly string[];
  /** Hidden, whatever else shows them. A path that is given below one of them is still visible. */
  masked: readonly Mask[];
  /** The directory on this machine for the command's home; null for an empty one that is removed afterwards. */
  home: string | null;
  /** The path of that home directory, and the value of `HOME`. Toolchains are at their usual places below it. */
  homeAt: string;
  /** An empty directory on this machine for the command's private `/tmp`. */
  temporary: string;
  /** Whether programs may make user namespaces, in which they have all capabilities. */
  userNamespaces: boolean;
};

declare const composed: unique symbol;

/** The `bwrap` to run a program in, and what it may see and change there. Only `composeSandbox` makes one. */
export type ComposedSandbox = {
  program: string;
  policy: SandboxPolicy;
  /** The file with the filter of system calls; null if they are not filtered. */
  filter: string | null;
  readonly [composed]: true;
};

/** A machine on which commands can be confined. */
export type AvailableSandbox = Extract<SandboxState, { available: true }>;

/** Whether commands can be confined on this machine; if not, why, and the command that fixes it. */
export type SandboxState =
  | {
    available: true;
    program: string;
    version: string;
    /** The version of control groups that limit commands; null if none can be created. */
    groups: 1 | 2 | null;
    /** Why system calls are not filtered; null if they are. */
    unfiltered: string | null;
    /** Why user namespaces cannot be refused; null if they can. */
    unrefused: string | null;
  }
  | { available: false; reason: string; fix: string };
