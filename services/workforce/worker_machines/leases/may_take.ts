import type { WorkerMachineDocument } from "../../../../store/worker_machines/machine.ts";
import type { OfferedWork } from "./offer.ts";

/** Returns whether a machine may do a verification: it takes work, may see the directory, and is confined or need not be. */
export function mayTake(
  { status, repos, sandbox, allowsUnconfined }: WorkerMachineDocument,
  { repoPath }: Pick<OfferedWork, "repoPath">,
): boolean {
  if (status !== "active" || !sandbox) return false;
  if (!sandbox.confined && !allowsUnconfined) return false;
  return repos.length === 0 || repos.some((path) => repoPath === path || repoPath.startsWith(`${path}/`));
}
