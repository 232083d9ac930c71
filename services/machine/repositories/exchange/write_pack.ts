import { createHash } from "node:crypto";
import { join } from "node:path";
import { readSmallFile } from "../git/files.ts";
import { git, gitCommand, GitError } from "../git/git.ts";
import type { Control } from "../git/types.ts";

/** A pack on disk. */
export type WrittenPack = { path: string; sha256: string; bytes: number };

/**
 * Writes a pack with commits and everything that they reach, except for what is reached by commits that the receiver has; those
 * that are unknown here are ignored.
 *
 * @throws {GitError} when objects are missing
 */
export async function writePack(
  { gitDir }: Pick<Control, "gitDir">,
  { commits, have }: { commits: readonly string[]; have: readonly string[] },
  path: string,
): Promise<WrittenPack> {
  const known = await knownCommits(gitDir, have);
  const revisions = [...commits, ...known.map((commit) => `^${commit}`)];
  const args = ["pack-objects", "--revs", "--stdout", "--thin", "--quiet"];
  const piped = { stdin: "piped", stdout: "piped", stderr: "piped" } as const;
  await using child = gitCommand(args, { gitDir }, piped).spawn();
  const fed = new Blob([revisions.map((each) => `${each}\n`).join("")]).stream().pipeTo(child.stdin).catch(
    () => {}, // git says by its exit code why it ended
  );
  const said = new Response(child.stderr).text();
  const hash = createHash("sha256");
  let bytes = 0;
  const counted = child.stdout.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: (chunk, controller) => {
        hash.update(chunk);
        bytes += chunk.length;
        controller.enqueue(chunk);
      },
    }),
  );
  await Deno.writeFile(path, counted, { createNew: true, mode: 0o600 });
  await fed;
  const { code } = await child.status;
  if (code !== 0) throw new GitError(args.join(" "), code, await said);
  await said;
  return { path, sha256: hash.digest("hex"), bytes };
}

async function knownCommits(gitDir: string, commits: readonly string[]): Promise<string[]> {
  if (commits.length === 0) return [];
  const stdin = commits.map((commit) => `${commit}\n`).join("");
  const answers = new TextDecoder().decode(
    await git(["cat-file", "--batch-check=%(objectname) %(objecttype)"], { gitDir, stdin }),
  );
  return answers.split("\n").flatMap((line) => line.endsWith(" commit") ? [line.split(" ")[0]!] : []);
}

/**
 * Returns whether a pack of the repository says all that a working tree depends on. Attributes outside of the commits, and the
 * boundary of a shallow clone, are not in it.
 */
export async function canTravel({ gitDir }: Pick<Control, "gitDir">): Promise<boolean> {
  for (const name of ["info/attributes", "shallow"]) {
    if ((await readSmallFile(join(gitDir, name), 1 << 24) ?? "").trim() !== "") return false;
  }
  return true;
}
