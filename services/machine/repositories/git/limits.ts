import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { isMissing } from "./files.ts";
import { gitCommand, missingGit } from "./git.ts";
import { Pace } from "../../../ground/kernel/pace.ts";

/** How many new or changed files can be recorded at once. */
export const MAX_CAPTURED_FILES = 50_000;

/** The limit of their total size in bytes. */
export const MAX_CAPTURED_BYTES = 512 * 1024 * 1024;

/** What to record: a working tree, and the index of what is already known. */
type Captured = {
  readonly gitDir: string;
  readonly workTree: string;
  readonly indexFile: string;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Checks that what a working tree contains beyond its index is not too much to copy. Ignored files do not count. Only names
 * and sizes are read, and the walk ends when a limit is exceeded. Returns whether there is anything, as far as `ls-files` can say.
 *
 * @throws {InvalidError} naming the limit and the largest file
 */
export async function requireCapturable(captured: Captured): Promise<boolean> {
  const { workTree, signal } = captured;
  const pace = new Pace();
  const largest = { path: "", bytes: 0 };
  let [files, bytes, isAny] = [0, 0, false];
  for await (const path of namesOf(captured)) {
    isAny = true;
    signal?.throwIfAborted();
    await pace.breathe();
    const info = statusOf(join(workTree, path));
    if (!info?.isFile()) continue;
    [files, bytes] = [files + 1, bytes + info.size];
    if (info.size > largest.bytes) Object.assign(largest, { path, bytes: info.size });
    if (files > MAX_CAPTURED_FILES || bytes > MAX_CAPTURED_BYTES) throw tooMuch(workTree, files, largest);
  }
  return isAny;
}

/** Returns what is at a path, null where nothing exists: git also names a changed file whose directory is now a file. */
export function statusOf(path: string): Stats | null {
  try {
    return lstatSync(path);
  } catch (cause) {
    if (isMissing(cause)) return null;
    throw cause;
  }
}

function tooMuch(workTree: string, files: number, largest: { path: string; bytes: number }): InvalidError {
  const what = files > MAX_CAPTURED_FILES
    ? `more than ${MAX_CAPTURED_FILES} new or changed files`
    : `more than ${mebibytes(MAX_CAPTURED_BYTES)} in new or changed files`;
  return new InvalidError(
    `${workTree} holds ${what}; no more than ${MAX_CAPTURED_FILES} files with ${
      mebibytes(MAX_CAPTURED_BYTES)
    } are ` +
      `recorded. The largest so far is ${JSON.stringify(largest.path)} with ${mebibytes(largest.bytes)}. ` +
      "List files that do not belong to the work in .gitignore (after `git init`, if this is not a repository), " +
      "or name a smaller directory.",
  );
}

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / (1024 * 1024))} MiB`;

/** Yields the paths of new and changed files as git finds them; stops git when the reader stops. */
async function* namesOf({ gitDir, workTree, indexFile, signal }: Captured): AsyncGenerator<string> {
  const args = ["ls-files", "-z", "--others", "--modified", "--exclude-standard"];
  const ended = new AbortController();
  let child: Deno.ChildProcess;
  try {
    child = gitCommand(args, { gitDir, workTree, indexFile }, {
      stdin: "null",
      stdout: "piped",
      stderr: "null",
      signal: AbortSignal.any([ended.signal, ...(signal ? [signal] : [])]),
    }).spawn();
  } catch (error) {
    throw missingGit(error);
  }
  try {
    const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
    let rest = "";
    for await (const piece of child.stdout) {
      const names = (rest + decoder.decode(piece, { stream: true })).split("\0");
      rest = names.pop() ?? "";
      yield* names;
    }
    if (!(await child.status).success) yield "."; // for what it did not come to
  } finally {
    ended.abort();
    await child.status;
  }
}
