import { counted } from "../../ground/kernel/words.ts";
import { gitText } from "../../machine/repositories/git/git.ts";
import { readBlobs } from "../../machine/repositories/git/content.ts";
import { GITLINK, listTree, SYMLINK } from "../../machine/repositories/git/trees.ts";
import { pathOf } from "../worker_tools/path_of.ts";
import { Refusal } from "../worker_tools/refusal.ts";
import type { CommittedRepository } from "./repository.ts";

const MAX_BYTES = 2 * 1024 * 1024;

/** The longest line for a model or a person; minified files have lines of a megabyte. */
const MAX_OF_A_LINE = 400;

/** Some lines of a file, and how many it has. */
type Lines = { path: string; from: number; lines: string[]; total: number };

/** Returns lines of a committed text file, counted from 1. Throws `Refusal` for anything else. */
export async function readLines(
  { control, tree, clean }: CommittedRepository,
  written: string,
  { from, count }: { from: number; count: number },
): Promise<Lines> {
  const path = pathOf(written);
  const entry = (await listTree(control, tree)).find((entry) => entry.path === path);
  if (!entry) throw new Refusal(`${path} is not a committed file.`);
  if (entry.mode === SYMLINK) {
    throw new Refusal(`${path} is a symbolic link. Symbolic links are not followed.`);
  }
  if (entry.mode === GITLINK) {
    throw new Refusal(`${path} is a submodule. Its content belongs to another repository.`);
  }
  const { gitDir } = control;
  if (Number(await gitText(["cat-file", "-s", entry.object], { gitDir })) > MAX_BYTES) {
    throw new Refusal(`${path} is larger than 2 MiB.`);
  }
  const [bytes = new Uint8Array()] = await readBlobs(control, [entry.object]);
  if (bytes.includes(0)) throw new Refusal(`${path} is a binary file.`);
  const all = clean(new TextDecoder().decode(bytes)).replace(/\n$/, "").split("\n");
  const lines = all.slice(from - 1, from - 1 + count).map((line) => line.slice(0, MAX_OF_A_LINE));
  if (lines.length === 0) {
    throw new Refusal(`${path} has only ${counted(all.length, "line")}, so line ${from} does not exist.`);
  }
  return { path, from, lines, total: all.length };
}
