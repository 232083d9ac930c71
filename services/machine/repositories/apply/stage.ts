import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";
import { close, constants, fchmodSync, fsync, openSync, symlinkSync, unlinkSync, writeSync } from "node:fs";
import { promisify } from "node:util";
import { UnavailableError } from "../../../ground/kernel/errors.ts";
import type { ContentReader } from "../git/content.ts";
import { isMissing } from "../git/files.ts";
import { type OpenParent, openParent } from "./parent.ts";
import { SYMLINK } from "../git/trees.ts";
import type { BundleFile, FileState } from "../git/types.ts";

/**
 * New content next to its destination under a temporary name. Disposing of it removes what is left, even from a directory that
 * has been moved meanwhile.
 */
export interface StagedContent extends AsyncDisposable {
  /** Waits until the content is on disk. */
  durable(): Promise<void>;
}

/** What to stage: a changed path with an `after`, and the permission bits of the file it replaces. */
interface StageInput {
  readonly root: string;
  readonly file: BundleFile;
  readonly name: string;
  readonly permissions: number | null;
  readonly contents: ContentReader;
}

const fsyncFile = promisify(fsync);
const closeFile = promisify(close);
const CREATE = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | constants.O_NOFOLLOW;

/** Returns the temporary name next to a path; it is predictable, so a later apply finds what a crash left. */
export function temporaryName(token: string, index: number): string {
  return `.agent-harness-${token}-${index}.tmp`;
}

/**
 * Writes the new content of a path next to its destination, creating directories as needed.
 *
 * @returns null when something that is not a directory is in the way
 * @throws {UnavailableError} when the content does not match the manifest
 */
export async function stage(
  { root, file, name, permissions, contents }: StageInput,
): Promise<StagedContent | null> {
  const parent = openParent(root, file.path, true);
  if (parent.state !== "open") return null;
  try {
    return held(parent, name, await writeStaged(parent, { file, name, permissions, contents }));
  } catch (error) {
    await held(parent, name, () => Promise.resolve())[Symbol.asyncDispose]();
    throw error;
  }
}

function held(directory: OpenParent, name: string, durable: () => Promise<void>): StagedContent {
  return {
    durable,
    async [Symbol.asyncDispose]() {
      using open = directory;
      if (unlinkIfThere(open, name)) await open.sync();
    },
  };
}

/** Writes the content, and returns a function that waits until it is on disk. */
async function writeStaged(
  directory: OpenParent,
  { file, name, permissions, contents }: Omit<StageInput, "root">,
): Promise<() => Promise<void>> {
  const { path, before } = file;
  const after = file.after!;
  const chunks = contents.read({ path, mode: after.mode, blob: after.blob });
  if (after.mode === SYMLINK) {
    symlinkSync(await readTarget(chunks, after, path), directory.at(name));
    return () => Promise.resolve();
  }
  // The umask applies, as it does when git checks a file out.
  const descriptor = openSync(directory.at(name), CREATE, after.mode === "100755" ? 0o777 : 0o666);
  try {
    await copyChecked(chunks, after, path, descriptor);
    if (permissions !== null && before?.mode === after.mode) fchmodSync(descriptor, permissions);
  } catch (error) {
    await closeFile(descriptor);
    throw error;
  }
  return () => fsyncFile(descriptor).finally(() => closeFile(descriptor));
}

/** Removes a temporary file next to a path if it exists. */
export function removeStaged(root: string, path: string, name: string): void {
  const parent = openParent(root, path);
  if (parent.state !== "open") return;
  using directory = parent;
  unlinkIfThere(directory, name);
}

/**
 * Checks that git returns exactly the reviewed content.
 *
 * @throws {UnavailableError} naming the path when it does not
 */
export async function checkStagedContent(
  contents: ContentReader,
  path: string,
  after: FileState,
): Promise<void> {
  await copyChecked(contents.read({ path, mode: after.mode, blob: after.blob }), after, path, null);
}

async function copyChecked(
  chunks: AsyncIterable<Buffer>,
  { sha256 }: FileState,
  path: string,
  descriptor: number | null,
): Promise<void> {
  const hash = createHash("sha256");
  for await (const chunk of chunks) {
    hash.update(chunk);
    if (descriptor === null) continue;
    for (let written = 0; written < chunk.length;) written += writeSync(descriptor, chunk, written);
  }
  if (hash.digest("hex") !== sha256) throw changedContent(path);
}

async function readTarget(
  chunks: AsyncIterable<Buffer>,
  { sha256 }: FileState,
  path: string,
): Promise<Buffer> {
  const target = Buffer.concat(await Array.fromAsync(chunks));
  if (createHash("sha256").update(target).digest("hex") !== sha256) throw changedContent(path);
  return target;
}

function changedContent(path: string): UnavailableError {
  return new UnavailableError(
    `The new content of ${JSON.stringify(path)} is not the reviewed one. Create the bundle again.`,
  );
}

function unlinkIfThere(directory: OpenParent, name: string): boolean {
  try {
    unlinkSync(directory.at(name));
    return true;
  } catch (error) {
    if (!isMissing(error)) throw error;
    return false;
  }
}
