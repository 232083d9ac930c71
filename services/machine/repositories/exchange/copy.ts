import { join } from "node:path";
import { replaceFile } from "../git/files.ts";
import { git, gitCommand, GitError } from "../git/git.ts";
import { makeGitDirectory } from "../git/git_directory.ts";
import type { LineEndings, ObjectFormat } from "../git/types.ts";

/** What a copy of a repository on another machine has to have in common with it. */
export type CopyShape = { prefix: string; objectFormat: ObjectFormat; lineEndings: LineEndings };

/** Creates a repository without commits, into which packs are read; one that exists is kept. */
export async function makeCopy(directory: string, shape: CopyShape): Promise<void> {
  const { prefix, objectFormat, lineEndings: { autocrlf, eol } } = shape;
  await Deno.mkdir(join(directory, prefix), { recursive: true, mode: 0o700 });
  const gitDir = join(directory, ".git");
  await makeGitDirectory(gitDir);
  const [version, extension] = objectFormat === "sha1"
    ? [0, ""]
    : [1, "[extensions]\n\tobjectFormat = sha256\n"];
  await replaceFile(
    join(gitDir, "config"),
    `[core]\n\trepositoryFormatVersion = ${version}\n\tbare = false\n\tautocrlf = ${autocrlf}\n\teol = ${eol}\n${extension}`,
  );
}

/**
 * Reads a pack into a repository that `makeCopy` made, and returns once its objects can be used.
 *
 * @throws {GitError} when the pack is damaged, or misses objects
 */
export async function readPack(directory: string, pack: string, commits: readonly string[]): Promise<void> {
  const location = { gitDir: join(directory, ".git") };
  const args = ["index-pack", "--stdin", "--fix-thin"];
  const piped = { stdin: "piped", stdout: "null", stderr: "piped" } as const;
  await using child = gitCommand(args, location, piped).spawn();
  using file = await Deno.open(pack);
  const fed = file.readable.pipeTo(child.stdin).catch(() => {}); // git says by its exit code why it ended
  const [{ code, stderr }] = await Promise.all([child.output(), fed]);
  if (code !== 0) throw new GitError(args.join(" "), code, new TextDecoder().decode(stderr));
  for (const commit of commits) await git(["cat-file", "-e", `${commit}^{tree}`], location);
}
