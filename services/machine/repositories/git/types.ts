import type { Alternate } from "./object_stores.ts";

/** The two object formats of git. */
export type ObjectFormat = "sha1" | "sha256";

/** Who makes a commit, as git records it. */
export interface Committer {
  readonly name: string;
  readonly email: string;
}

/** Where a run may work, found by `findWorkDirectory`. */
export interface WorkDirectory {
  /** The root of the working tree, without symbolic links. */
  readonly root: string;
  /** The named directory below the root, such as "packages/web"; empty for the root itself. */
  readonly prefix: string;
  readonly kind: "git" | "directory";
  /** The target's own git directory; for a linked worktree the one below `.git/worktrees`. */
  readonly gitDir?: string;
  /** Where objects and shared refs are; the same as `gitDir` unless the target is a linked worktree. */
  readonly commonDir?: string;
  /** Every directory that the target reads objects from, its own first; empty without git. */
  readonly objectStores: readonly string[];
  /** Those of them outside of the repository, each by the path that names it and by its real path. */
  readonly alternates: readonly Alternate[];
}

/** A directory that runs may work on, found by `locateRepository`. */
export interface Repository extends WorkDirectory {
  readonly objectFormat: ObjectFormat;
  /** Line-ending settings of the target, needed to determine the bytes of its working tree. */
  readonly lineEndings: LineEndings;
  /** Git does not compare which files of the working tree are executable: `core.fileMode` is false. */
  readonly anyMode?: true;
  /** Ignore rules that the person has for all repositories; absent without any. */
  readonly ignores?: string;
}

/** `core.autocrlf` and `core.eol` from the target's configuration, or else from that of the person. */
export interface LineEndings {
  readonly autocrlf: "true" | "false" | "input";
  readonly eol: "lf" | "crlf" | "native";
}

/** The private repositories of a target in the storage directory. */
export interface Control {
  readonly id: string;
  /** Where every git command for the target runs. Nothing in it is synced: each start of the service recreates it. */
  readonly gitDir: string;
  /** What is retained, all of it synced. Git only prunes here. */
  readonly store: string;
  readonly repository: Repository;
}

/** The commit a run starts from. `ref` is the branch that HEAD named, or null when it was detached. */
export interface Base {
  readonly commit: string;
  readonly tree: string;
  readonly ref: string | null;
  /** Whether the commit was created from the directory's content, because HEAD named none. */
  readonly snapshot?: boolean;
}

/** A task's own clone. The index is outside, where commands of the task cannot reach it. */
export interface Workspace {
  readonly directory: string;
  readonly indexFile: string;
  readonly commit: string;
  /** Another path at which sandboxed commands see the directory, because a setup's files contain it. */
  readonly alsoAt?: string;
}

/** What a bundle may contain: a file, an executable file, a symbolic link. */
export type FileMode = "100644" | "100755" | "120000";

/** One side of a change. `sha256` and `size` describe the bytes in the working tree, not the blob. */
export interface FileState {
  readonly mode: FileMode;
  readonly blob: string;
  readonly sha256: string;
  readonly size: number;
  /** Git writes the blob's id between the dollar signs of `$Id$`, and ignores the previous value. */
  readonly ident?: true;
  /** Git writes other line endings than the blob has, and ignores which ones a file has. */
  readonly endings?: true;
  /** Git does not compare whether it is executable. */
  readonly anyMode?: true;
}

/** A part of a file's change that can be accepted alone. One without lines is a change of mode or of a whole file. */
export interface Hunk {
  readonly id: string;
  readonly header: string;
  readonly oldStart: number;
  readonly oldLines: number;
  readonly newStart: number;
  readonly newLines: number;
}

/** One changed path of a bundle. */
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

/** What a human reviews and apply follows. `files` has the order of the patch. */
export interface BundleManifest {
  readonly version: 1;
  readonly baseCommit: string;
  readonly baseTree: string;
  readonly resultTree: string;
  readonly patchSha256: string;
  readonly files: readonly BundleFile[];
  readonly stats: { readonly files: number; readonly additions: number; readonly deletions: number };
}

/** The state of a changed path on disk, compared with the manifest. */
export interface PathReport {
  readonly path: string;
  readonly state: "before" | "after" | "other";
  readonly detail: string;
}

/** How an apply ended: every path is in its state "after", or it stopped and reports each path. */
export type ApplyResult =
  | { readonly ok: true; readonly paths: number }
  | { readonly ok: false; readonly report: readonly PathReport[] };
