import { dirname, join } from "node:path";
import { ROOT } from "../kit/root.ts";
import { temporaryDirectory } from "../temporary.ts";

/** Copies what git tracks, and what it would, with all changes. Gives the directory. */
export async function copyCheckout(): Promise<string> {
  const directory = temporaryDirectory();
  const { stdout } = await new Deno.Command("git", {
    args: ["ls-files", "-z", "--cached", "--others", "--exclude-standard"],
    cwd: ROOT,
  }).output();
  for (const path of new TextDecoder().decode(stdout).split("\0")) {
    if (path === "") continue;
    const target = join(directory, path);
    Deno.mkdirSync(dirname(target), { recursive: true });
    try {
      Deno.copyFileSync(join(ROOT, path), target);
    } catch (error) {
      if (!(error instanceof Deno.errors.NotFound)) throw error; // removed, and git has not been told
    }
  }
  return directory;
}
