import { removeTree, removeWorkspace } from "../repositories/mod.ts";
import { homeOf } from "./confine.ts";

/** The paths of a workspace. */
export type WorkspacePaths = { directory: string; indexFile: string };

/** Returns the paths of a workspace in a directory that need not exist. */
export const workspacePaths = (directory: string): WorkspacePaths => ({
  directory,
  indexFile: `${directory}.index`,
});

/** Removes a workspace with the home directory of its commands, as far as they exist. */
export async function clearWorkspace(paths: WorkspacePaths): Promise<void> {
  await removeWorkspace(paths);
  await removeTree(homeOf(paths));
  await removeTree(temporaryOf(paths));
}

/** Returns the temporary directory of a person's shell in the workspace. */
export const temporaryOf = ({ directory }: Pick<WorkspacePaths, "directory">): string =>
  `${directory}.temporary`;
