import { join, relative } from "node:path";
import type { Alias, SandboxPolicy } from "./policy.ts";
import { isWithin } from "../../../ground/kernel/is_within.ts";

/** One mount of the sandbox; `at` determines the order. */
export type Mount = { at: string; options: string[] };

/** Shows a worktree at its second path: read-only, except for the directory that the command may write. */
export function aliasMounts({ directory }: SandboxPolicy, { path, worktree }: Alias): Mount[] {
  const inside = join(path, relative(worktree, directory));
  return [
    { at: path, options: ["--ro-bind", worktree, path] },
    { at: inside, options: ["--bind", directory, inside] },
  ];
}

/** Hides at the second path of a worktree what is hidden at the first. */
export function maskAlias(policy: SandboxPolicy, { path, worktree }: Alias): SandboxPolicy {
  const inside = policy.masked.filter((mask) => isWithin(mask.path, worktree));
  const again = inside.map((mask) => ({ ...mask, path: join(path, relative(worktree, mask.path)) }));
  return { ...policy, masked: [...policy.masked, ...again] };
}
