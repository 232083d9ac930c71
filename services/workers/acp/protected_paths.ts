import { isAbsolute, relative, resolve } from "node:path";

/** Directories from which agents take what they run: plugins, hooks, servers, rules. */
const DIRECTORIES = [".git", ".opencode", ".claude", ".codex", ".gemini"];

/** Files of the same kind. */
const FILES = [".mcp.json", "opencode.json", "opencode.jsonc", ".claude.json"];

/** What agents take for instructions: text that a reviewer should look at twice. */
const INSTRUCTIONS = /(^|\/)(AGENTS|CLAUDE|GEMINI|\.cursorrules)(\.local)?(\.md)?$/i;

/** Where a path lies: relative to the worktree, or outside of it. */
export function placeInWorktree(directory: string, path: string): { path: string } | { outside: string } {
  const full = isAbsolute(path) ? path : resolve(directory, path);
  const inside = relative(directory, full);
  return inside === "" || inside.startsWith("..") || isAbsolute(inside)
    ? { outside: full }
    : { path: inside };
}

/** Whether a path, relative to the worktree, is one that runs by itself in an agent or in git. */
export function isProtected(path: string): boolean {
  const [first = "", ...rest] = path.toLowerCase().split("/");
  return DIRECTORIES.includes(first) || (rest.length === 0 && FILES.includes(first)) ||
    path.toLowerCase().split("/").includes(".git");
}

/** Whether a path holds instructions for agents. */
export const isInstructions = (path: string): boolean => INSTRUCTIONS.test(path);

/** What is covered in a sandbox: directories whether or not they are there, files where they are. */
export const AGENT_CONFIGURATION = {
  directories: DIRECTORIES.filter((name) => name !== ".git"),
  files: FILES,
} as const;
