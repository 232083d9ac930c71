import { join } from "node:path";

const DIRECTORIES = ["objects/info", "objects/pack", "refs/heads", "refs/tags", "info"];

/**
 * Makes what `git init --template=` makes, but for the configuration, which each caller has of its own. `head` is a commit
 * or a ref.
 *
 * @see gitrepository-layout(5)
 */
export async function makeGitDirectory(directory: string, head = "ref: refs/heads/main"): Promise<void> {
  for (const name of DIRECTORIES) await Deno.mkdir(join(directory, name), { recursive: true });
  await Deno.writeTextFile(join(directory, "HEAD"), `${head}\n`);
}
