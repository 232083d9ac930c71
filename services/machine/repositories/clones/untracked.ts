import { git } from "../git/git.ts";
import { splitNul } from "../git/trees.ts";
import type { Control, Workspace } from "../git/types.ts";

/**
 * Returns the paths of a workspace that its index does not list, including ignored ones; a directory without listed files stands
 * for everything in it. Relative, without a trailing slash. Names that are not UTF-8 are left out. Call it before
 * `captureTree`, which adds to the index.
 */
export async function untrackedPaths(control: Control, workspace: Workspace): Promise<string[]> {
  const { directory: workTree, indexFile } = workspace;
  const listed = await git(["ls-files", "--others", "--directory", "-z"], {
    gitDir: control.gitDir,
    workTree,
    indexFile,
  });
  return splitNul(listed).map((path) => textOf(path)?.replace(/\/$/, "") ?? "").filter((path) => path !== "");
}

function textOf(path: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(path);
  } catch {
    return null;
  }
}
