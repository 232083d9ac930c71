import { InvalidError } from "../errors.ts";
import { copyIndex } from "./copy_index.ts";
import { isMissing } from "./files.ts";
import { git, GitError, gitText, runGit } from "./git.ts";
import { temporaryDirectory, temporaryIndex } from "./temporary.ts";
import { concatenate, editIndex, GITLINK, listTree, splitNul, type TreeEdit } from "./trees.ts";
import type { Control } from "./types.ts";

/** What is to become a tree: a working tree, its index kept in storage, and what it was checked out from. */
export interface SnapshotInput {
  readonly workTree: string;
  readonly indexFile: string;
  /** The commit whose submodules are kept as they are; none for a plain directory. */
  readonly commit?: string;
  /** Leave out what cannot be read or tracked instead of failing. */
  readonly lenient?: boolean;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Gives the tree of what a working tree holds, ignored files left out, and keeps the index for the next time.
 * The working tree's own `.git` has no part in it.
 *
 * @throws {InvalidError} when something in the working tree cannot be tracked
 */
export async function snapshotTree(control: Control, input: SnapshotInput): Promise<string> {
  await using directory = await temporaryDirectory(control);
  const { workTree, indexFile, signal } = input;
  const location = { gitDir: control.gitDir, indexFile: temporaryIndex(directory), signal };
  // Work on a copy: an interrupted capture leaves neither a half written index nor a stale lock behind.
  await copyIndex(indexFile, location.indexFile).catch((error) => {
    if (!isMissing(error)) throw error;
  });
  await addAll({ ...location, workTree }, input);
  const submodules = await listSubmodules(location);
  const edits = input.commit === undefined ? [] : await missingSubmodules(control, input.commit, location);
  await editIndex(location, edits);
  const tree = await gitText(["write-tree"], location);
  await dropSubmodules(location, [...submodules, ...edits]);
  await copyIndex(location.indexFile, `${indexFile}.new`);
  await Deno.rename(`${indexFile}.new`, indexFile);
  return tree;
}

/**
 * Takes submodules out of an index, because for one that it lists `git add` runs `git status` inside, under the
 * configuration found there.
 *
 * @see git/git submodule.c, `is_submodule_modified`
 */
export async function stripSubmodules(control: Control, indexFile: string): Promise<void> {
  const location = { gitDir: control.gitDir, indexFile };
  await dropSubmodules(location, await listSubmodules(location));
}

interface IndexLocation {
  readonly gitDir: string;
  readonly indexFile: string;
  readonly signal?: AbortSignal | undefined;
}

async function addAll(location: IndexLocation & { workTree: string }, input: SnapshotInput): Promise<void> {
  const args = ["add", "--all", ...(input.lenient ? ["--ignore-errors"] : [])];
  try {
    await runGit(args, { ...location, accept: input.lenient ? [0, 1] : [0] });
  } catch (error) {
    if (!(error instanceof GitError)) throw error;
    const reason = /^error: (.+)$/m.exec(error.stderr)?.[1] ?? "git could not add it";
    throw new InvalidError(`The files in ${input.workTree} cannot be recorded: ${reason}.`, { cause: error });
  }
}

async function listSubmodules(location: IndexLocation): Promise<TreeEdit[]> {
  const listed = splitNul(await git(["ls-files", "--stage", "-z"], location));
  const prefix = new TextEncoder().encode(GITLINK);
  return listed.filter((record) => prefix.every((byte, index) => record[index] === byte)).map((record) => ({
    mode: GITLINK,
    object: new TextDecoder().decode(record).split(" ")[1] ?? "",
    rawPath: record.subarray(record.indexOf(9) + 1),
  }));
}

async function dropSubmodules(location: IndexLocation, submodules: readonly TreeEdit[]): Promise<void> {
  await editIndex(location, submodules.map((submodule) => ({ ...submodule, mode: "0" })));
}

/** A submodule is an empty directory in a workspace; only something in its place says that it was changed. */
async function missingSubmodules(
  control: Control,
  commit: string,
  location: IndexLocation,
): Promise<TreeEdit[]> {
  const submodules = (await listTree(control, commit)).filter(({ mode }) => mode === GITLINK);
  const missing: TreeEdit[] = [];
  for (const submodule of submodules) {
    const pathspec = concatenate([new TextEncoder().encode(":(top,literal)"), submodule.rawPath]);
    const args = ["ls-files", "-z", "--", new TextDecoder().decode(pathspec)];
    if ((await git(args, location)).length === 0) missing.push(submodule);
  }
  return missing;
}
