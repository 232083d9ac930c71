import { isAbsolute, relative, resolve } from "node:path";

/** Directories from which agents load what they execute: plugins, hooks, servers, rules. */
const DIRECTORIES = [".git", ".opencode", ".claude", ".codex", ".gemini"];

/** Files of the same kind. */
const FILES = [".mcp.json", "opencode.json", "opencode.jsonc", ".claude.json"];

/** Files that agents take as instructions: text that a reviewer should check carefully. */
const INSTRUCTIONS = /(^|\/)(AGENTS|CLAUDE|GEMINI|\.cursorrules)(\.local)?(\.md)?$/i;

/** Returns where a path is: relative to the worktree, or outside it. */
export function placeInWorktree(directory: string, path: string): { path: string } | { outside: string } {
  const full = isAbsolute(path) ? path : resolve(directory, path);
  const inside = relative(directory, full);
  return inside === "" || inside.startsWith("..") || isAbsolute(inside)
    ? { outside: full }
    : { path: inside };
}

/** Whether a path, relative to the worktree, is executed automatically by an agent or by git. */
export function isProtected(path: string): boolean {
  const [first = "", ...rest] = path.toLowerCase().split("/");
  return DIRECTORIES.includes(first) || (rest.length === 0 && FILES.includes(first)) ||
    path.toLowerCase().split("/").includes(".git");
}

/** Whether a path contains instructions for agents. */
export const isInstructions = (path: string): boolean => INSTRUCTIONS.test(path);

/** The paths that a sandbox hides: directories even if missing, files if they exist. */
export const AGENT_CONFIGURATION = {
  directories: DIRECTORIES.filter((name) => name !== ".git"),
  files: FILES,
} as const;
