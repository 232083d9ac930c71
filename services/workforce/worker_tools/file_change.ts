import { createTwoFilesPatch } from "diff";
import { placeOf } from "./place.ts";
import { readText } from "./text_file.ts";

/** Larger files are not compared: the patch of the task shows them. */
const MAX_COMPARED = 512 * 1024;

/** The time limit of a comparison. */
const MAX_MILLISECONDS = 200;

/** Runs an operation on a file of a task's directory, and returns its result and the diff of the file, if any. */
export async function showingChange<T>(
  directory: string,
  path: string | undefined,
  work: () => Promise<T>,
): Promise<{ done: T; diff: string | undefined }> {
  const before = path === undefined ? undefined : await textAt(directory, path);
  const done = await work();
  const after = before === undefined ? undefined : await textAt(directory, path!);
  return {
    done,
    diff: before === undefined || after === undefined ? undefined : diffOf(path!, before, after),
  };
}

/** Returns a unified diff of a text file; null stands for a missing one. Undefined if it takes too long or nothing changed. */
export function diffOf(path: string, before: string | null, after: string | null): string | undefined {
  if (before === after) return undefined;
  const [from, to] = [before === null ? "/dev/null" : path, after === null ? "/dev/null" : path];
  const options = { context: 3, timeout: MAX_MILLISECONDS };
  const patch = createTwoFilesPatch(from, to, before ?? "", after ?? "", undefined, undefined, options);
  return patch === undefined ? undefined : headless(patch);
}

/** Returns the diff of `diffOf` without a time limit: what a human decides about is shown in full. */
export const wholeDiff = (path: string, before: string | null, after: string): string =>
  headless(createTwoFilesPatch(before === null ? "/dev/null" : path, path, before ?? "", after));

/** Removes the lines above a patch that repeat its path. */
const headless = (patch: string): string => patch.replace(/^(?:Index: .*\n)?=+\n/, "");

/** Returns the text at a path; null if nothing is there, undefined for what is not compared. */
async function textAt(directory: string, path: string): Promise<string | null | undefined> {
  try {
    const place = await placeOf(directory, path);
    if (place.info === null) return null;
    if (place.info.size > MAX_COMPARED) return undefined;
    const content = await readText(place);
    return content.kind === "text" ? content.text : undefined;
  } catch {
    return undefined; // the tool reports the obstacle
  }
}
