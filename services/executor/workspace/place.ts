import { removeTree, removeWorkspace } from "../../repositories/mod.ts";
import { homeOf } from "../commands/confine.ts";

/** The paths of a workspace. */
export type Place = { directory: string; indexFile: string };

/** Returns the paths of a workspace in a directory that need not exist. */
export const placeAt = (directory: string): Place => ({ directory, indexFile: `${directory}.index` });

/** Removes a workspace with the home directory of its commands, as far as they exist. */
export async function clear(place: Place): Promise<void> {
  await removeWorkspace(place);
  await removeTree(homeOf(place));
  await removeTree(temporaryOf(place));
}

/** Returns the temporary directory of a person's shell in the workspace. */
export const temporaryOf = ({ directory }: Pick<Place, "directory">): string => `${directory}.temporary`;
