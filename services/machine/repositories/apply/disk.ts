import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from "node:fs";
import { basename } from "node:path";
import { errorCode, isMissing } from "../git/files.ts";
import { isTextOf } from "../git/ident.ts";
import { SYMLINK } from "../git/trees.ts";
import { readBoundedSync } from "../../../ground/kernel/bounded_file.ts";
import type { Pace } from "../../../ground/kernel/pace.ts";
import { openParent } from "./parent.ts";
import type { BundleFile, FileMode, FileState, PathReport } from "../git/types.ts";

/** What is at a path of the working tree: nothing, something that a bundle can contain, or something else. */
type DiskState =
  | { readonly kind: "absent" }
  | { readonly kind: "file"; readonly mode: FileMode; readonly sha256: string; readonly permissions: number }
  | { readonly kind: "other"; readonly detail: string };

/** A changed path compared with both of its sides. */
export interface Comparison {
  readonly file: BundleFile;
  readonly isBefore: boolean;
  readonly isAfter: boolean;
  /** Something that no bundle can contain is there, such as a directory, or a file in place of its directory. */
  readonly isBlocked: boolean;
  readonly detail: string;
  /** Permission bits of the existing file; null without one. */
  readonly permissions: number | null;
}

const PIECE = 1 << 20;

/** A larger file is compared with exactly what a checkout writes. */
const MAX_TEXT_BYTES = 1 << 24;

// O_NONBLOCK: if a pipe has replaced the file, opening it must not wait for a writer.
const READ = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;

/** Compares a changed path on disk with the manifest, never following a symbolic link. */
export async function compare(root: string, file: BundleFile, pace: Pace): Promise<Comparison> {
  await pace.breathe();
  const found = await readDisk(root, file.path, pace);
  const disk = found.kind === "file" ? asStated(root, file, found) : found;
  return {
    file,
    isBefore: matches(disk, file.before),
    isAfter: matches(disk, file.after),
    isBlocked: disk.kind === "other",
    detail: describe(disk, file),
    permissions: disk.kind === "file" ? disk.permissions : null,
  };
}

/** Returns the report of a comparison; a path in both states (nothing changes on disk) counts as after. */
export function comparisonReport({ file, isBefore, isAfter, detail }: Comparison): PathReport {
  return { path: file.path, state: isAfter ? "after" : isBefore ? "before" : "other", detail };
}

async function readDisk(root: string, path: string, pace: Pace): Promise<DiskState> {
  const parent = openParent(root, path);
  if (parent.state === "missing") return { kind: "absent" };
  if (parent.state === "blocked") return { kind: "other", detail: parent.detail };
  using directory = parent;
  const place = directory.at(basename(path));
  try {
    const status = lstatSync(place);
    if (status.isSymbolicLink()) return readLink(place);
    if (status.isFile()) return await readFile(place, pace);
    return { kind: "other", detail: status.isDirectory() ? "it is a directory" : "it is a special file" };
  } catch (error) {
    if (isMissing(error)) return { kind: "absent" };
    return { kind: "other", detail: `it cannot be read (${errorCode(error) || "unknown reason"})` };
  }
}

/** A file that matches a side except for its `$Id$` or its line endings counts as exactly that side. */
function asStated(
  root: string,
  { path, before, after }: BundleFile,
  disk: Extract<DiskState, { kind: "file" }>,
) {
  const sides = [before, after].filter((side) => (side?.ident || side?.endings) && isModeOf(disk.mode, side));
  if (sides.length === 0 || sides.some((side) => side?.sha256 === disk.sha256)) return disk;
  const parent = openParent(root, path);
  if (parent.state !== "open") return disk;
  using directory = parent;
  const found = readBoundedSync(directory.at(basename(path)), MAX_TEXT_BYTES);
  const side = "bytes" in found && sides.find((each) => each && isTextOf(found.bytes, each));
  return side ? { ...disk, sha256: side.sha256 } : disk;
}

function readLink(place: string): DiskState {
  const target = readlinkSync(place, { encoding: "buffer" });
  const sha256 = createHash("sha256").update(target).digest("hex");
  return { kind: "file", mode: "120000", sha256, permissions: 0o777 };
}

async function readFile(place: string, pace: Pace): Promise<DiskState> {
  const descriptor = openSync(place, READ);
  try {
    const status = fstatSync(descriptor);
    if (!status.isFile()) return { kind: "other", detail: "it is a special file" };
    const hash = createHash("sha256");
    const piece = new Uint8Array(Math.min(PIECE, status.size + 1));
    for (let read = 1; read > 0;) {
      read = readSync(descriptor, piece);
      hash.update(piece.subarray(0, read));
      await pace.breathe();
    }
    const mode = (status.mode & 0o100) === 0 ? "100644" : "100755";
    return { kind: "file", mode, sha256: hash.digest("hex"), permissions: status.mode & 0o777 };
  } finally {
    closeSync(descriptor);
  }
}

function matches(disk: DiskState, state: FileState | null): boolean {
  if (state === null) return disk.kind === "absent";
  return disk.kind === "file" && isModeOf(disk.mode, state) && disk.sha256 === state.sha256;
}

function isModeOf(mode: FileMode, state: FileState): boolean {
  return mode === state.mode || (state.anyMode === true && mode !== SYMLINK);
}

function describe(disk: DiskState, { before, after }: BundleFile): string {
  if (disk.kind === "other") return disk.detail;
  if (matches(disk, after)) return disk.kind === "absent" ? "it is deleted" : "it has the new content";
  if (matches(disk, before)) {
    return disk.kind === "absent" ? "it does not exist yet" : "it has the base content";
  }
  if (disk.kind === "absent") return "it is missing";
  if (before === null) return "a file already exists";
  if (disk.sha256 === before.sha256) return `its mode is ${disk.mode} instead of ${before.mode}`;
  return "its content has changed";
}
