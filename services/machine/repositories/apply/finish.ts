import { rmdirSync } from "node:fs";
import { basename } from "node:path";
import { errorCode } from "../git/files.ts";
import { openParent } from "./parent.ts";
import { parentsOf } from "../patch/tree_paths.ts";
import type { BundleFile } from "../git/types.ts";

/**
 * Removes directories that deletions left empty, as git does, and makes all changed names durable. The directory that a run was
 * given (`prefix` below the root) stays.
 */
export async function finishDirectories(
  { root, prefix }: { root: string; prefix: string },
  files: readonly BundleFile[],
): Promise<void> {
  const within = prefix === "" ? "" : `${prefix}/`;
  for (const { path, after } of files) {
    const emptied = after === null ? parentsOf(path).filter((each) => each.startsWith(within)) : [];
    removeEmpty(root, emptied);
  }
  await syncDirectories(root, files);
}

/** Makes the names in all directories of changed paths durable. */
export async function syncDirectories(root: string, files: readonly BundleFile[]): Promise<void> {
  const directories = new Set([
    "",
    ...files.flatMap(({ path }) => parentsOf(path).map((parent) => `${parent}/`)),
  ]);
  for (const directory of directories) {
    const parent = openParent(root, directory);
    if (parent.state !== "open") continue;
    using open = parent;
    await open.sync();
  }
}

function removeEmpty(root: string, directories: readonly string[]): void {
  for (const directory of directories) {
    const parent = openParent(root, directory);
    if (parent.state === "blocked") return;
    if (parent.state === "missing") continue;
    using open = parent;
    try {
      rmdirSync(open.at(basename(directory)));
    } catch (error) {
      // An already removed directory is fine; other errors (usually: not empty) are ignored, as git does.
      if (errorCode(error) !== "ENOENT") return;
    }
  }
}
