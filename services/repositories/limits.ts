import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import { InvalidError } from "../kernel/errors.ts";
import { isMissing } from "./files.ts";
import { gitCommand, missingGit } from "./git.ts";
import { Pace } from "../kernel/pace.ts";

/** How many new or changed files are recorded at once. */
export const MAX_CAPTURED_FILES = 50_000;

/** How many bytes they may have together. */
export const MAX_CAPTURED_BYTES = 512 * 1024 * 1024;

/** What is to be recorded: a working tree, and the index that says what of it is known already. */
type Captured = {
  readonly gitDir: string;
  readonly workTree: string;
  readonly indexFile: string;
  readonly signal?: AbortSignal | undefined;
};

/**
 * Makes sure that what a working tree holds besides its index is not too much to be copied. Ignored files do not count.
 * Nothing is read but names and sizes, and the walk ends where a limit is passed.
 *
 * @throws {InvalidError} naming the limit and the largest file
 */
export async function requireCapturable(captured: Captured): Promise<void> {
  const { workTree, signal } = captured;
  const pace = new Pace();
  const largest = { path: "", bytes: 0 };
  let [files, bytes] = [0, 0];
  for await (const path of namesOf(captured)) {
    signal?.throwIfAborted();
    await pace.breathe();
    const info = statusOf(join(workTree, path));
    if (!info?.isFile()) continue;
    [files, bytes] = [files + 1, bytes + info.size];
    if (info.size > largest.bytes) Object.assign(largest, { path, bytes: info.size });
    if (files > MAX_CAPTURED_FILES || bytes > MAX_CAPTURED_BYTES) throw tooMuch(workTree, files, largest);
  }
}

/** Null where nothing is: git also names a changed file whose directory is a file by now. */
function statusOf(path: string): Stats | null {
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
      "List in .gitignore what does not belong to the work (after `git init`, if this is not a repository), " +
      "or name a smaller directory.",
  );
}

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / (1024 * 1024))} MiB`;

/** The paths of new and changed files, as git finds them; ends git when nobody reads on. */
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
    const decoder = new TextDecoder();
    let rest = "";
    for await (const piece of child.stdout) {
      const names = (rest + decoder.decode(piece, { stream: true })).split("\0");
      rest = names.pop() ?? "";
      yield* names;
    }
  } finally {
    ended.abort();
    await child.status;
  }
}
