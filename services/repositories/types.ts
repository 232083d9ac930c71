/** The two object formats that git knows. */
export type ObjectFormat = "sha1" | "sha256";

/** Where a run may work, found by `findPlace`. */
export interface Place {
  /** The top level of the working tree, without symbolic links. */
  readonly root: string;
  /** The named directory below the root, such as "packages/web"; empty for the root itself. */
  readonly prefix: string;
  readonly kind: "git" | "directory";
  /** The target's own git directory; of a linked worktree the one below `.git/worktrees`. */
  readonly gitDir?: string;
  /** Where objects and shared refs live; the same as `gitDir` unless the target is a linked worktree. */
  readonly commonDir?: string;
  /** Every directory that the target reads objects from, its own first; none without git. */
  readonly objectStores: readonly string[];
}

/** A directory that runs may work on, found by `locateRepository`. */
export interface Repository extends Place {
  readonly objectFormat: ObjectFormat;
  /** Line-ending settings of the target, needed to know the bytes of its working tree. */
  readonly lineEndings: LineEndings;
}

/** `core.autocrlf` and `core.eol` as the target's own configuration has them. */
export interface LineEndings {
  readonly autocrlf: "true" | "false" | "input";
  readonly eol: "lf" | "crlf" | "native";
}

/** The private repositories in the storage directory that stand for a target. */
export interface Control {
  readonly id: string;
  /** Where every git command for the target runs. Nothing in it is synced: each start of the service makes it anew. */
  readonly gitDir: string;
  /** Holds what is retained, all of it synced. Git only prunes here. */
  readonly store: string;
  readonly repository: Repository;
}

/** The commit a run starts from. `ref` is the branch that HEAD named, or null when it was detached. */
export interface Base {
  readonly commit: string;
  readonly tree: string;
  readonly ref: string | null;
  /** Whether the commit was made of what the directory held, because HEAD named none. */
  readonly snapshot?: boolean;
}

/** A task's own clone. The index is kept outside, where commands of the task do not reach it. */
export interface Workspace {
  readonly directory: string;
  readonly indexFile: string;
  readonly commit: string;
  /** Another path at which sandboxed commands see the directory, because what a setup made names it. */
  readonly alsoAt?: string;
}

/** What a bundle may contain: a file, an executable file, a symbolic link. */
export type FileMode = "100644" | "100755" | "120000";

/** One side of a change. `sha256` and `size` are those of the bytes in the working tree, not of the blob. */
export interface FileState {
  readonly mode: FileMode;
  readonly blob: string;
  readonly sha256: string;
  readonly size: number;
  /** Git writes the blob's id between the dollar signs of `$Id$`, and overlooks what stands there. */
  readonly ident?: true;
}

/** A part of a file's change that can be accepted alone. One without lines stands for mode or whole file. */
export interface Hunk {
  readonly id: string;
  readonly header: string;
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

/** One touched path of a bundle. */
export interface BundleFile {
  readonly path: string;
  readonly change: "added" | "modified" | "deleted";
  readonly before: FileState | null;
  readonly after: FileState | null;
  readonly binary: boolean;
  readonly additions: number;
  readonly deletions: number;
  readonly hunks: readonly Hunk[];
}

/** What a human reviews and what apply is held to. `files` has the order of the patch. */
export interface BundleManifest {
  readonly version: 1;
  readonly baseCommit: string;
  readonly baseTree: string;
  readonly resultTree: string;
  readonly patchSha256: string;
  readonly files: readonly BundleFile[];
  readonly stats: { readonly files: number; readonly additions: number; readonly deletions: number };
}

/** What a touched path looks like on disk, compared with the manifest. */
export interface PathReport {
  readonly path: string;
  readonly state: "before" | "after" | "other";
  readonly detail: string;
}

/** How an apply ended: every path is in its state "after", or it stopped and says what each path is. */
export type ApplyResult =
  | { readonly ok: true; readonly paths: number }
  | { readonly ok: false; readonly report: readonly PathReport[] };
