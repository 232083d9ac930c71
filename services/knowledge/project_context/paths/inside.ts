import { relative, sep } from "node:path";
import { readBoundedSync } from "../../../ground/kernel/bounded_file.ts";

/** Why a file was not read. */
export type InsideProblem = "missing" | "outside" | "not_a_file" | "too_large";

type InsideFile = { path: string; bytes: Uint8Array } | { problem: InsideProblem };

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
  const file = readBoundedSync(real, limit);
  if ("bytes" in file) return { path: real, bytes: file.bytes };
  return { problem: file.problem === "too_large" ? "too_large" : "not_a_file" };
}
