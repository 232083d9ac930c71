import { counted } from "../../ground/kernel/words.ts";
import { listTree } from "../../machine/repositories/git/trees.ts";
import { matchesGlob } from "../worker_tools/glob.ts";
import type { CommittedRepository } from "./repository.ts";

const MAX_FILES = 300;

/** Returns the paths of a repository's files, or of those that match `glob`. */
export async function listPaths(
  { control, tree, clean }: CommittedRepository,
  glob?: string,
): Promise<string> {
  const all = (await listTree(control, tree)).map(({ path }) => path);
  const found = glob === undefined ? all : all.filter((path) => matchesGlob(glob, path));
  if (found.length === 0) return "There is no such file.";
  const more = found.length - MAX_FILES;
  return clean(found.slice(0, MAX_FILES).join("\n")) +
    (more > 0 ? `\n[${counted(more, "more file")}. Narrow the list with a glob.]` : "");
}
