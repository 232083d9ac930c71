import { InvalidError } from "../../../ground/kernel/errors.ts";
import { isDotGit, isDotGitmodules } from "./names.ts";

/**
 * Checks that a path may be part of a bundle, whatever the file system does with names.
 *
 * @throws {InvalidError} naming the path and what is wrong with it
 * @see git/git read-cache.c, `verify_path`; CVE-2014-9390, CVE-2019-1352
 */
export function checkPath(path: string | Uint8Array): void {
  const problem = pathProblem(path);
  if (problem === null) return;
  const shown = typeof path === "string" ? path : new TextDecoder().decode(path);
  throw new InvalidError(`The path ${JSON.stringify(shown)} cannot be part of a change: ${problem}.`);
}

/** Returns what is wrong with a path, or null when nothing is. */
export function pathProblem(path: string | Uint8Array): string | null {
  const text = typeof path === "string" ? path : decodePath(path);
  if (text === null || !text.isWellFormed()) return "its name is not valid UTF-8";
  if (text === "") return "it is empty";
  if (text.includes("\0")) return "it contains a NUL character";
  if (/^[/\\]/.test(text)) return "it is absolute";
  if (/^[A-Za-z]:/.test(text)) return "it starts with a drive letter";
  // A backslash also separates names if the tree is later checked out on Windows.
  for (const name of text.split("/")) {
    const problem = nameProblem(name) ??
      (name.includes("\\") ? name.split("\\").map(nameProblem).find(Boolean) : null);
    if (problem) return problem;
  }
  return null;
}

/** Returns the text of a path's bytes, or null if they are not UTF-8. */
export function decodePath(path: Uint8Array): string | null {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(path);
  } catch {
    return null;
  }
}

function nameProblem(name: string): string | null {
  if (name === "") return "it has an empty component";
  if (/^\.{1,2} *$/.test(name)) return `it has a component "${name}"`;
  if (isDotGit(name)) return "it is in a git directory";
  if (isDotGitmodules(name)) return "it configures submodules";
  return null;
}
