import { join, relative } from "node:path";
import type { Alias, SandboxPolicy } from "./policy.ts";
import { isWithin } from "../../kernel/is_within.ts";

/** One thing to be seen in the sandbox; `at` decides the order. */
export type Mount = { at: string; options: string[] };

/** Shows a worktree at its second path: read-only, but for the directory that the command may write. */
export function aliasMounts({ directory }: SandboxPolicy, { path, worktree }: Alias): Mount[] {
  const inside = join(path, relative(worktree, directory));
  return [
    { at: path, options: ["--ro-bind", worktree, path] },
    { at: inside, options: ["--bind", directory, inside] },
  ];
}

/** Covers at the second path of a worktree what is covered at its own. */
export function maskAlias(policy: SandboxPolicy, { path, worktree }: Alias): SandboxPolicy {
  const inside = policy.masked.filter((mask) => isWithin(mask.path, worktree));
  const again = inside.map((mask) => ({ ...mask, path: join(path, relative(worktree, mask.path)) }));
  return { ...policy, masked: [...policy.masked, ...again] };
}
