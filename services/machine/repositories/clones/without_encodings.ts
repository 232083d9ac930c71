import { join } from "node:path";
import { readSmallFile } from "../git/files.ts";
import type { TemporaryDirectory } from "../git/temporary.ts";
import type { Control } from "../git/types.ts";

const MAX_BYTES = 1 << 24;

/**
 * Makes a git directory with the objects and settings of another one, in which no file has an encoding. Files are then recorded
 * as they are, instead of git ending at the first one that is not in the encoding that `.gitattributes` claims.
 */
export async function gitDirectoryWithoutEncodings(
  { gitDir }: Control,
  { path }: TemporaryDirectory,
): Promise<string> {
  const made = await Deno.makeTempDir({ dir: path, prefix: "git-" });
  await Deno.mkdir(join(made, "info"));
  await Deno.writeTextFile(join(made, "HEAD"), "ref: refs/heads/main\n");
  for (const name of ["objects", "refs", "config"]) await Deno.symlink(join(gitDir, name), join(made, name));
  const read = async (name: string) => await readSmallFile(join(gitDir, "info", name), MAX_BYTES) ?? "";
  await Deno.writeTextFile(join(made, "info", "exclude"), await read("exclude"));
  // The last line that matches a file counts, and these lines count more than those of .gitattributes.
  const attributes = `${await read("attributes")}\n* !working-tree-encoding\n`;
  await Deno.writeTextFile(join(made, "info", "attributes"), attributes);
  return made;
}
