import { join } from "node:path";
import { Recent } from "../../../../store/recent.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { Pace } from "../../../ground/kernel/pace.ts";
import { treeOf } from "../git/commit.ts";
import { copyIndex } from "./copy_index.ts";
import { isMissing } from "../git/files.ts";
import { GitError, gitText, runGit } from "../git/git.ts";
import { requireCapturable, statusOf } from "../git/limits.ts";
import { temporaryDirectory, temporaryIndex } from "../git/temporary.ts";
import { editIndex, GITLINK, listTree, type TreeEdit, type TreeEntry } from "../git/trees.ts";
import type { Control } from "../git/types.ts";
import { parentsOf } from "../patch/tree_paths.ts";
import { gitDirectoryWithoutEncodings } from "./without_encodings.ts";

/** What to capture as a tree: a working tree, its index in storage, and its checked-out commit. */
export interface SnapshotInput {
  readonly workTree: string;
  readonly indexFile: string;
  /** The commit whose submodules stay unchanged; none for a plain directory. */
  readonly commit?: string;
  /** Leaves out what cannot be read or tracked instead of failing. */
  readonly lenient?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Returns the tree of a working tree's content without ignored files, and keeps the index for the next time. The working
 * tree's own `.git` is not used.
 *
 * @throws {InvalidError} when something in the working tree cannot be tracked, or it is too much
 */
export async function snapshotTree(control: Control, input: SnapshotInput): Promise<string> {
  await using directory = await temporaryDirectory(control);
  const { workTree, indexFile, signal } = input;
  const location = { gitDir: control.gitDir, indexFile: temporaryIndex(directory), signal };
  // Work on a copy: an interrupted capture leaves neither a half-written index nor a stale lock.
  const hasIndex = await copyIndex(indexFile, location.indexFile).then(() => true, (error) => {
    if (!isMissing(error)) throw error;
    return false;
  });
  const isChanged = await requireCapturable({ ...location, workTree });
  const addFiles = () =>
    addAll({ ...location, workTree }, input, () => gitDirectoryWithoutEncodings(control, directory));
  const isRecorded = hasIndex && !isChanged;
  let tree = await recordAll(location, control, { ...input, addFiles, isRecorded });
  let held = await listTree(control, tree);
  if (isRecorded && await areBehindLinks(workTree, held)) {
    tree = await recordAll(location, control, { ...input, addFiles, isRecorded: false });
    held = await listTree(control, tree);
  }
  const before = input.commit === undefined ? [] : await submodulesOf(control, input.commit);
  const missing = before.filter((submodule) => !held.some((entry) => takesPlaceOf(entry, submodule)));
  if (missing.length > 0) {
    await editIndex(location, missing);
    tree = await gitText(["write-tree"], location);
  }
  await dropSubmodules(location, [...held.filter(isSubmodule), ...missing]);
  // Both are in storage, so that others who record the same directory find the index of before or this one.
  await Deno.rename(location.indexFile, indexFile);
  return tree;
}

/**
 * Removes a commit's submodules from an index that lists them, because for each of them `git add` would run `git status` inside,
 * under the configuration found there.
 *
 * @see git/git submodule.c, `is_submodule_modified`
 */
export async function stripSubmodules(control: Control, commit: string, indexFile: string): Promise<void> {
  await dropSubmodules({ gitDir: control.gitDir, indexFile }, await submodulesOf(control, commit));
}

interface IndexLocation {
  readonly gitDir: string;
  readonly indexFile: string;
  readonly signal?: AbortSignal | undefined;
}

/** Returns the tree of everything in the working tree, without the submodules of its commit. */
async function recordAll(
  location: IndexLocation,
  control: Control,
  { commit, addFiles, isRecorded }: Pick<SnapshotInput, "commit"> & {
    addFiles: () => Promise<void>;
    /** Whether the index has everything. */
    isRecorded: boolean;
  },
): Promise<string> {
  if (!isRecorded) await addFiles();
  try {
    return await gitText(["write-tree"], location);
  } catch (error) {
    if (!(error instanceof GitError) || commit === undefined) throw error;
    // A restart removes objects that no commit refers to yet, but not the index that names them: begin at the commit.
    await runGit(["read-tree", commit], location);
    await stripSubmodules(control, commit, location.indexFile);
    await addFiles();
    return await gitText(["write-tree"], location);
  }
}

async function addAll(
  location: IndexLocation & { workTree: string },
  { workTree, lenient }: SnapshotInput,
  withoutEncodings: () => Promise<string>,
): Promise<void> {
  try {
    if (!lenient) return void await runGit(["add", "--all"], location);
    const args = ["add", "--all", "--ignore-errors"];
    const { code } = await runGit(args, { ...location, accept: [0, 1, 128] });
    if (code === 128) await runGit(args, { ...location, gitDir: await withoutEncodings(), accept: [0, 1] });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const reason = /^error: (.+)$/m.exec(error.stderr)?.[1] ?? "git could not add it";
    throw new InvalidError(`The files in ${workTree} cannot be recorded: ${reason}.`, { cause: error });
  }
}

async function dropSubmodules(location: IndexLocation, submodules: readonly TreeEdit[]): Promise<void> {
  await editIndex(location, submodules.map((submodule) => ({ ...submodule, mode: "0" })));
}

/** Cached separately, for commits with so many paths that their lists are not cached. */
const submodules = new Recent<readonly TreeEntry[]>(1_000);

/** Returns the submodules of a commit; throws what `treeOf` and `git` throw. */
export async function submodulesOf(control: Control, commit: string): Promise<readonly TreeEntry[]> {
  const key = `${control.gitDir} ${commit}`;
  const kept = submodules.get(key);
  if (kept !== undefined) return kept;
  const found = (await listTree(control, await treeOf(control, commit))).filter(isSubmodule);
  submodules.set(key, found);
  return found;
}

const isSubmodule = ({ mode }: TreeEntry): boolean => mode === GITLINK;

/** A submodule is an empty directory in a workspace; it counts as changed only if something is in its place or below it. */
const takesPlaceOf = ({ path }: TreeEntry, submodule: TreeEntry): boolean =>
  path.startsWith(submodule.path) &&
  (path.length === submodule.path.length || path[submodule.path.length] === "/");

/** Whether a directory is now a symbolic link: `ls-files` finds files behind it unchanged, and `git add` removes them. */
async function areBehindLinks(workTree: string, entries: readonly TreeEntry[]): Promise<boolean> {
  const pace = new Pace();
  const directories = new Set<string>();
  for (const { path } of entries) {
    await pace.breathe();
    for (const directory of parentsOf(path).filter((each) => !directories.has(each))) {
      if (!statusOf(join(workTree, directory))?.isDirectory()) return true;
      directories.add(directory);
    }
  }
  return false;
}
