import { readPath } from "./path.ts";
import { placeOf, type ToolPath } from "./place.ts";
import { Refusal } from "./refusal.ts";

/** Returns a model's path in normal form. Throws `Refusal` for one outside the directory or in a git directory. */
export function pathOf(written: string): string {
  const read = readPath(written);
  if ("problem" in read) throw new Refusal(read.problem);
  return read.path;
}

/** Resolves a path on which nothing may be a symbolic link. Throws `Refusal`. */
export const placeFor = (directory: string, written: string): Promise<ToolPath> =>
  placeOf(directory, pathOf(written));
