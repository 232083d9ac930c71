import { isAbsolute, join } from "node:path";
import { isMissing } from "./files.ts";
import type { Control } from "./types.ts";

/** Git itself follows no further. */
const MOST_STEPS = 5;

/**
 * Gives every directory that holds objects of a workspace: the private repository's, the target's, and those that the target
 * refers to. They come from where no command of a run can write, never from the workspace.
 */
export async function objectDirectories(
  { store, repository }: Pick<Control, "store" | "repository">,
): Promise<string[]> {
  const found = new Set<string>();
  const { commonDir } = repository;
  let next = [store, ...(commonDir === undefined ? [] : [commonDir])].map((path) => join(path, "objects"));
  for (let step = 0; step < MOST_STEPS && next.length > 0; step++) {
    for (const directory of next) found.add(directory);
    next = (await Promise.all(next.map(referredTo))).flat().filter((directory) => !found.has(directory));
  }
  return [...found];
}

async function referredTo(objects: string): Promise<string[]> {
  let text: string;
  try {
    text = await Deno.readTextFile(join(objects, "info", "alternates"));
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
  return text.split("\n").filter((line) => line !== "" && !line.startsWith("#")).map((line) => {
    const path = line.startsWith('"') ? JSON.parse(line) as string : line;
    return isAbsolute(path) ? path : join(objects, path);
  });
}
