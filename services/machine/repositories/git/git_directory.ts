import { join } from "node:path";
import { readSmallFile, replaceFile } from "./files.ts";

/** The directories of a git directory. */
export const GIT_DIRECTORIES = ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"];

/**
 * Creates what `git init --template=` creates, except for the configuration, which each caller writes. `head` is a commit or
 * a ref.
 *
 * @see gitrepository-layout(5)
 */
export async function makeGitDirectory(directory: string, head = "ref: refs/heads/main"): Promise<void> {
  for (const name of GIT_DIRECTORIES) await Deno.mkdir(join(directory, name), { recursive: true });
  const file = join(directory, "HEAD");
  if (await readSmallFile(file) !== `${head}\n`) await replaceFile(file, `${head}\n`);
}
