import type { Maker } from "../../../../store/worker_machines/document.ts";
import type { WorkerMachineDocument } from "../../../../store/worker_machines/machine.ts";
import type { VerifyOn } from "../../../../store/worker_machines/settings.ts";
import { isIndependent } from "./independence.ts";
import { labelsOf } from "./labels.ts";

/** Work, as far as it decides which machine may do it. */
export type PlacedWork =
  & {
    repoPath: string;
    /** The labels that its machine has to have. */
    needs: readonly string[];
    /** Where a person wants it to stay on this machine. */
    here: boolean;
  }
  & (
    | { kind: "verification"; madeBy: readonly Maker[]; verifyOn: VerifyOn }
    /** A worker is named where its program has to be installed there, which may need models of that machine. */
    | { kind: "task"; installed: string | null; bringsModels: boolean }
  );

/** Returns whether labels satisfy needs. */
export const fits = (labels: readonly string[], needs: readonly string[]): boolean =>
  needs.every((need) => labels.includes(need));

/**
 * Returns whether a machine may do a piece of work: it takes work, may see the directory, is confined or need not be, has the
 * labels that the work needs, and is trusted with it. For a verification it is independent as the settings require; for a task it
 * is always confined, because the work could otherwise change what judges it.
 */
export function mayTake(machine: WorkerMachineDocument, work: PlacedWork): boolean {
  const { status, repos, sandbox, allowsUnconfined } = machine;
  if (work.here || status !== "active" || !sandbox) return false;
  if (!sandbox.confined && !allowsUnconfined) return false;
  if (!fits(labelsOf(machine), work.needs)) return false;
  if (work.kind === "task" && !mayDoTask(machine, work)) return false;
  if (work.kind === "verification" && !mayVerify(machine, work.verifyOn, work.madeBy)) return false;
  const { repoPath } = work;
  return repos.length === 0 || repos.some((path) => repoPath === path || repoPath.startsWith(`${path}/`));
}

function mayDoTask(
  { trust, sandbox, workers = [], programs = [] }: WorkerMachineDocument,
  { installed, bringsModels }: Extract<PlacedWork, { kind: "task" }>,
): boolean {
  if (!trust.includes("tasks") || !sandbox!.confined) return false;
  return installed === null || workers.includes(installed) || (bringsModels && programs.includes(installed));
}

function mayVerify(machine: WorkerMachineDocument, verifyOn: VerifyOn, madeBy: readonly Maker[]): boolean {
  if (!machine.trust.includes("verify")) return false;
  switch (verifyOn) {
    case "control-plane":
      return false;
    case "another-worker":
      return isIndependent(machine, madeBy);
    case "any":
      return true;
  }
}
