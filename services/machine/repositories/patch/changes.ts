import { dirname, join } from "node:path";
import { errorCode, isMissing } from "../git/files.ts";
import { git, gitText, runGit } from "../git/git.ts";
import { temporaryDirectory, temporaryIndex } from "../git/temporary.ts";
import {
  concatenate,
  diffTrees,
  editTree,
  GITLINK,
  listTree,
  type TreeChange,
  type TreeEdit,
} from "../git/trees.ts";
import type { Control, Workspace } from "../git/types.ts";

/** A path that differs between two trees; a missing side has the mode "000000". */
export type ChangedPath = Omit<TreeChange, "rawPath"> & { readonly path: string };

/** Returns the paths that differ between two trees; throws what `git` throws. */
export async function changedPaths(control: Control, from: string, to: string): Promise<ChangedPath[]> {
  const decoder = new TextDecoder();
  return (await diffTrees(control, from, to)).map(({ rawPath, ...change }) => ({
    ...change,
    path: decoder.decode(rawPath),
  }));
}

/** Returns the text of a blob; throws what `git` throws. */
export async function contentAt(control: Control, object: string): Promise<string> {
  return new TextDecoder().decode(await git(["cat-file", "blob", object], { gitDir: control.gitDir }));
}

/** Returns the changes to the named paths between two trees, as a patch for people; throws what `git` throws. */
export async function patchOf(
  control: Control,
  from: string,
  to: string,
  paths: readonly string[],
): Promise<string> {
  const literal = paths.map((path) => `:(top,literal)${path}`);
  const args = ["diff-tree", "-r", "-p", "--no-renames", "--no-ext-diff", "--no-textconv", from, to, "--"];
  return new TextDecoder().decode(await git([...args, ...literal], { gitDir: control.gitDir }));
}

/** Returns the tree with new text in some files; existing modes are kept. Throws what `git` throws. */
export async function treeWith(
  control: Control,
  tree: string,
  texts: ReadonlyMap<string, string>,
): Promise<string> {
  const edits = [];
  for (const [path, text] of texts) {
    const object = await gitText(["hash-object", "-w", "--stdin"], { gitDir: control.gitDir, stdin: text });
    const listed = await gitText(["ls-tree", "-z", "--full-tree", tree, "--", `:(top,literal)${path}`], {
      gitDir: control.gitDir,
    });
    const mode = listed.startsWith("100755") ? "100755" : "100644";
    edits.push({ mode, object, rawPath: new TextEncoder().encode(path) });
  }
  return await editTree(control, tree, edits);
}

/** Returns a tree in which the paths that `covers` selects are exactly those of another tree; throws what `git` throws. */
export async function overlayTree(
  control: Control,
  tree: string,
  from: string,
  covers: (path: string) => boolean,
): Promise<string> {
  const covered = async (id: string) =>
    (await listTree(control, id)).filter(({ path, mode }) => mode !== GITLINK && covers(path));
  const [present, wanted] = [await covered(tree), await covered(from)];
  const byPath = new Map(present.map((entry) => [entry.path, entry]));
  const kept = new Set(wanted.map(({ path }) => path));
  const removed = present.filter(({ path }) => !kept.has(path));
  const set = wanted.filter(({ path, mode, object }) => {
    const now = byPath.get(path);
    return now?.object !== object || now.mode !== mode;
  });
  const edits: TreeEdit[] = [...removed.map((entry) => ({ ...entry, mode: "0" })), ...set];
  return edits.length === 0 ? tree : await editTree(control, tree, edits);
}

/** Restores files of a workspace from a tree, and removes those that the tree does not contain. */
export async function restorePaths(
  control: Control,
  workspace: Pick<Workspace, "directory">,
  tree: string,
  paths: readonly string[],
): Promise<void> {
  for (const path of paths) await removeInside(workspace.directory, path);
  // git reports an error for a path that the tree does not contain; that path is already removed.
  await checkOut(control, workspace, tree, paths.map((path) => new TextEncoder().encode(path)));
}

/**
 * Writes what differs between two trees into a workspace that has the first one. Returns whether everything could be written. A
 * file whose name is not UTF-8 is written, but not removed.
 */
export async function restoreChanges(
  control: Control,
  workspace: Pick<Workspace, "directory">,
  { from, to }: { from: string; to: string },
): Promise<boolean> {
  const changes = await diffTrees(control, from, to);
  const decoder = new TextDecoder();
  for (const { rawPath } of changes) await removeInside(workspace.directory, decoder.decode(rawPath));
  const written = changes.filter(({ newMode }) => Number(newMode) !== 0).map(({ rawPath }) => rawPath);
  return await checkOut(control, workspace, to, written);
}

/** Writes files of a tree. Returns whether all could be written. */
async function checkOut(
  control: Control,
  { directory }: Pick<Workspace, "directory">,
  tree: string,
  rawPaths: readonly Uint8Array[],
): Promise<boolean> {
  await using temporary = await temporaryDirectory(control);
  const location = {
    gitDir: control.gitDir,
    workTree: directory,
    indexFile: temporaryIndex(temporary),
  };
  await git(["read-tree", tree], location);
  const { code } = await runGit(["checkout-index", "--force", "--quiet", "-z", "--stdin"], {
    ...location,
    stdin: concatenate(rawPaths.flatMap((path) => [path, new Uint8Array(1)])),
    accept: [0, 1, 128],
  });
  return code === 0;
}

/** Removes one path below a directory, never through a symbolic link that leads out of it. */
async function removeInside(directory: string, path: string): Promise<void> {
  const full = join(directory, path);
  try {
    const [root, parent] = [await Deno.realPath(directory), await Deno.realPath(dirname(full))];
    if (parent !== root && !parent.startsWith(`${root}/`)) return;
    await Deno.remove(full, { recursive: true });
  } catch (error) {
    // Nothing can have a name that is too long.
    if (!isMissing(error) && errorCode(error) !== "ENAMETOOLONG") throw error;
  }
}
