import { decodePath } from "../git/paths.ts";
import { isDotGit } from "../git/names.ts";

const MAX_LINKS = 40;
const MAX_TARGET_LENGTH = 4096;

/**
 * Returns what is wrong with a symbolic link's target, or null if it stays in the tree. Links on the way are followed as the
 * kernel does, because `link/..` is the parent of the link's target.
 *
 * @param path the link's own path
 * @param links the target of every symbolic link of the tree, by path
 * @see path_resolution(7)
 */
export function symlinkProblem(path: string, links: ReadonlyMap<string, Uint8Array>): string | null {
  let current = path.split("/").slice(0, -1);
  const pending = [path.split("/").at(-1) ?? ""];
  for (let followed = 0; pending.length > 0;) {
    const name = pending.shift();
    if (name === undefined || name === "" || name === ".") continue;
    if (name === "..") {
      if (current.length === 0) return "its target leaves the repository";
      current = current.slice(0, -1);
      continue;
    }
    if (isDotGit(name)) return "its target is in a git directory";
    const target = links.get([...current, name].join("/"));
    if (target === undefined) {
      current = [...current, name];
      continue;
    }
    if (++followed > MAX_LINKS) return "its target is a loop of symbolic links";
    const text = decodePath(target);
    const problem = targetProblem(text);
    if (problem !== null) return problem;
    pending.unshift(...(text ?? "").split("/"));
  }
  return null;
}

function targetProblem(target: string | null): string | null {
  if (target === null) return "its target is not valid UTF-8";
  if (target === "") return "its target is empty";
  if (target.length >= MAX_TARGET_LENGTH) return `its target has ${target.length} characters`;
  if (target.includes("\0")) return "its target contains a NUL character";
  if (/^[/\\]|^[A-Za-z]:/.test(target)) return "its target is absolute";
  const parts = target.split("\\");
  if (parts.length > 1 && parts.some((part) => part === ".." || isDotGit(part))) {
    return "its target leaves the repository";
  }
  return null;
}
