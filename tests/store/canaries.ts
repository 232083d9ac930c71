import { join } from "node:path";

/** Words that stand nowhere but in the material of one run. */
export const canary = (name: string): string => `canary-${name}-${crypto.randomUUID()}`;

/** Every file below a directory, with its bytes. */
export function* filesBelow(directory: string): Generator<{ path: string; bytes: Uint8Array }> {
  for (const entry of Deno.readDirSync(directory)) {
    const path = join(directory, entry.name);
    if (entry.isDirectory) yield* filesBelow(path);
    else if (entry.isFile) yield { path, bytes: Deno.readFileSync(path) };
  }
}

/** Where each word is found: in the bytes of any file, or in an object of any git repository, below a directory. */
export function sightings(directory: string, words: readonly string[]): string[] {
  const found: string[] = [];
  const look = (where: string, text: string) => {
    for (const word of words) {
      if (text.includes(word) || text.includes(btoa(word).slice(0, -4))) found.push(`${word} in ${where}`);
    }
  };
  for (const { path, bytes } of filesBelow(directory)) {
    look(path, latin1(bytes));
    if (path.endsWith("/HEAD")) look(`the objects of ${path}`, objectsOf(join(path, "..")));
  }
  return found;
}

const latin1 = (bytes: Uint8Array): string => new TextDecoder("latin1").decode(bytes);

/** The content of every object of a git directory, reachable or not. */
function objectsOf(gitDirectory: string): string {
  const { stdout } = new Deno.Command("git", {
    args: ["--git-dir", gitDirectory, "cat-file", "--batch-all-objects", "--unordered", "--batch"],
    clearEnv: true,
    env: { PATH: Deno.env.get("PATH") ?? "", GIT_CONFIG_GLOBAL: "/dev/null", GIT_CONFIG_NOSYSTEM: "1" },
    stderr: "null",
  }).outputSync();
  return latin1(stdout);
}
