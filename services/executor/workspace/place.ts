import { removeTree, removeWorkspace } from "../../repositories/mod.ts";
import { homeOf } from "../commands/confine.ts";

/** Where a workspace is to be made. */
export type Place = { directory: string; indexFile: string };

/** The paths of a workspace in a directory that need not exist. */
export const placeAt = (directory: string): Place => ({ directory, indexFile: `${directory}.index` });

/** Removes a workspace with the home of its commands. What is not there any more is fine. */
export async function clear(place: Place): Promise<void> {
  await removeWorkspace(place);
  await removeTree(homeOf(place));
  await removeTree(temporaryOf(place));
}

/** The temporary directory of a person's shell in the workspace. */
export const temporaryOf = ({ directory }: Pick<Place, "directory">): string => `${directory}.temporary`;
