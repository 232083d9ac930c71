import { InvalidError } from "../../../ground/kernel/errors.ts";
import { git, gitCommand, GitError, gitText } from "../git/git.ts";
import { MAX_CAPTURED_BYTES, MAX_CAPTURED_FILES } from "../git/limits.ts";
import type { Control } from "../git/types.ts";
import { changedPaths } from "../patch/changes.ts";
import { checkPaths } from "../patch/tree_paths.ts";

/** Files that somebody else made: a commit, the tree that it is said to have, and the tree that they were made from. */
type Received = { commit: string; tree: string; from: string };

/** How long git may read a pack: a small one can hold more than a disk does. */
const MAX_MILLISECONDS = 5 * 60 * 1000;

/** A difference of a few bytes can make an object of any size, which git builds in memory. */
const MAX_OBJECT_BYTES = MAX_CAPTURED_BYTES + 1024 * 1024;

/**
 * Reads a pack of somebody who is not trusted, and checks the files that it is said to bring, before they are written anywhere: that
 * all of them are there and intact, that they may be in a working tree, and that they are not too much.
 *
 * @throws {InvalidError} naming what is wrong
 */
export async function receiveTree(
  control: Control,
  { commit, tree, from }: Received,
  pack: ReadableStream<Uint8Array> | null,
): Promise<void> {
  const { gitDir } = control;
  try {
    if (pack) await indexPack(control, pack);
    const found = await gitText(["rev-parse", "--verify", "--quiet", `${commit}^{tree}`], { gitDir });
    if (found !== tree) throw new InvalidError(`The commit ${commit} does not have the tree ${tree}.`);
    await gitText(["rev-list", "--objects", "--quiet", `${commit}^{tree}`], { gitDir });
  } catch (cause) {
    if (!(cause instanceof GitError)) throw cause;
    const detail = cause.stderr.trim().split("\n")[0]?.slice(0, 300) ?? "";
    throw new InvalidError(`The files of the commit ${commit} are not complete, or damaged: ${detail}`, {
      cause,
    });
  }
  await requireFewPaths(control, from, tree);
  const changes = await changedPaths(control, from, tree);
  const mode = (text: string) => Number(text) === 0 ? null : text;
  await checkPaths(
    control,
    tree,
    changes.map(({ path, oldMode, newMode }) => ({
      path,
      beforeMode: mode(oldMode),
      afterMode: mode(newMode),
    })),
  );
  await requireSmall(control, changes.flatMap(({ newMode, newObject }) => mode(newMode) ? [newObject] : []));
}

async function indexPack({ gitDir }: Control, pack: ReadableStream<Uint8Array>): Promise<void> {
  const args = ["index-pack", "--stdin", "--fix-thin", "--strict", "--threads=1"];
  const piped = { stdin: "piped", stdout: "null", stderr: "piped" } as const;
  const signal = AbortSignal.timeout(MAX_MILLISECONDS);
  await using child = gitCommand(args, { gitDir, allocates: MAX_OBJECT_BYTES }, { ...piped, signal }).spawn();
  const fed = pack.pipeTo(child.stdin).catch(() => {}); // git says by its exit code why it ended
  const [{ code, stderr }] = await Promise.all([child.output(), fed]);
  if (signal.aborted) throw new InvalidError("The files took more than five minutes to read.");
  if (code !== 0) throw new GitError(args.join(" "), code, new TextDecoder().decode(stderr));
}

/** Counts the paths as git finds them: a few trees that name one another can describe billions. Throws `InvalidError`. */
async function requireFewPaths({ gitDir }: Control, from: string, to: string): Promise<void> {
  const args = ["diff-tree", "-r", "-z", "--name-only", "--no-renames", "--diff-filter=d", from, to];
  const signal = AbortSignal.timeout(MAX_MILLISECONDS);
  const piped = { stdin: "null", stdout: "piped", stderr: "null" } as const;
  await using child = gitCommand(args, { gitDir }, { ...piped, signal }).spawn();
  let paths = 0;
  for await (const piece of child.stdout) {
    for (const byte of piece) if (byte === 0) paths++;
    if (paths > MAX_CAPTURED_FILES) {
      throw new InvalidError(`The task changed more than ${MAX_CAPTURED_FILES} files, which is the limit.`);
    }
  }
  await child.status;
  if (signal.aborted) throw new InvalidError("The files took more than five minutes to compare.");
}

/** Throws `InvalidError` if files are larger than what a task may leave here. */
async function requireSmall({ gitDir }: Control, blobs: readonly string[]): Promise<void> {
  const stdin = blobs.map((object) => `${object}\n`).join("");
  const listed = blobs.length === 0
    ? ""
    : new TextDecoder().decode(await git(["cat-file", "--batch-check=%(objectsize)"], { gitDir, stdin }));
  const bytes = listed.split("\n").reduce((sum, size) => sum + Number(size || 0), 0);
  if (bytes <= MAX_CAPTURED_BYTES) return;
  throw new InvalidError(
    `The task changed ${blobs.length} files with ${bytes} bytes. At most ${MAX_CAPTURED_BYTES} bytes are accepted.`,
  );
}
