import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { relative, sep } from "node:path";

/** Why a file was not read. */
export type ReadProblem = "missing" | "outside" | "not_a_file" | "too_large";

export type InsideFile = { path: string; bytes: Uint8Array } | { problem: ReadProblem };

/** Whether a real path is the directory `root` or below it, but not in one of its `.git` directories. */
export function isInside(root: string, path: string): boolean {
  const names = relative(root, path).split(sep);
  return names[0] !== ".." && !path.includes("\0") && !names.some((name) => name.toLowerCase() === ".git");
}

/**
 * Reads a small regular file below `root`, a real directory. Links are followed only while they stay below it; the file opened is
 * the one that was checked, and neither a link put in its place nor a pipe can make this wait or leave.
 */
export function readInside(root: string, path: string, limit: number): InsideFile {
  let real: string;
  try {
    real = Deno.realPathSync(path);
  } catch {
    return { problem: "missing" };
  }
  if (!isInside(root, real)) return { problem: "outside" };
  let file: number;
  try {
    file = openSync(real, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
  } catch {
    return { problem: "not_a_file" };
  }
  try {
    const info = fstatSync(file);
    if (!info.isFile()) return { problem: "not_a_file" };
    if (info.size > limit) return { problem: "too_large" };
    const bytes = new Uint8Array(limit + 1);
    let length = 0;
    for (let read = 1; read > 0 && length <= limit; length += read) {
      read = readSync(file, bytes, length, bytes.length - length, null);
    }
    return length > limit ? { problem: "too_large" } : { path: real, bytes: bytes.slice(0, length) };
  } catch {
    return { problem: "not_a_file" };
  } finally {
    closeSync(file);
  }
}
