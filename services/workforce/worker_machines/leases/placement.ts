import { runStream } from "../../../../store/runs/stream.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { placementSettingsStream, type VerifyOn } from "../../../../store/worker_machines/settings.ts";
import {
  type WorkerMachineDocument,
  workerMachineStream,
} from "../../../../store/worker_machines/machine.ts";
import type { Core } from "../../../ground/kernel/context.ts";
import { plannedOf } from "../../../control/runs/planned.ts";
import { placementDefaults } from "../../../control/autonomy/defaults/mod.ts";
import { namedDirectory } from "../../../machine/repositories/mod.ts";
import { madeBy } from "./independence.ts";
import { mayTake, type PlacedWork } from "./may_take.ts";
import type { OfferedTask, OfferedVerification } from "./offer.ts";

type Stored = Pick<Core, "store">;

/** What the work of a run needs, and who wants it to stay on this machine; null: nobody. */
type RunPlacement = { needs: string[]; here: "run" | "repository" | "profile" | null };

/**
 * Returns what a run needs of the machines that work for it: what it, its repository and the profiles of its tasks say together.
 * Each can only add. The repository is asked anew each time, so that a restriction holds from the moment it is made.
 */
export function placementOf(service: Stored, run: RunDocument): RunPlacement {
  // The directory may be named through a link: what is said of either name holds.
  const directories = new Set([run.repoPath, ...(run.base ? [namedDirectory(run.base)] : [])]);
  const repositories = [...directories].map((directory) => placementDefaults(service, directory));
  const profiles = (run.tasks ?? []).flatMap(({ taskSessionId }) =>
    plannedOf(service, taskSessionId).profile ?? []
  );
  const needs = [
    ...run.needs ?? [],
    ...repositories.flatMap(({ needs }) => needs),
    ...profiles.flatMap(({ needs = [] }) => needs),
  ];
  const here = run.here
    ? "run"
    : repositories.some(({ here }) => here)
    ? "repository"
    : profiles.some((profile) => profile.here)
    ? "profile"
    : null;
  return { needs: [...new Set(needs)].toSorted(), here };
}

/** Returns where results are verified: what a person set, or what follows from which machines they trust. */
export function verifyOnOf(service: Stored): VerifyOn {
  const set = service.store.documents.get(placementSettingsStream, "settings")?.verifyOn ?? null;
  if (set !== null) return set;
  const isTrusted = (["active", "draining", "invited"] as const).some((status) =>
    machinesThatAre(service, status).some(({ trust }) => trust.includes("verify"))
  );
  return isTrusted ? "another-worker" : "control-plane";
}

/** Work, as far as it is known before it is offered. */
export type WorkToPlace =
  | Pick<OfferedVerification, "kind" | "runId" | "repoPath">
  | Pick<OfferedTask, "kind" | "runId" | "repoPath" | "provider" | "isInstalled" | "bringsModels">;

/** Returns work as `mayTake` asks for it; null for work of a run that is not there any more. */
function placed(service: Stored, work: WorkToPlace): PlacedWork | null {
  const run = service.store.documents.get(runStream, work.runId);
  if (!run) return null;
  const { needs, here } = placementOf(service, run);
  const any = { repoPath: work.repoPath, needs, here: here !== null };
  if (work.kind === "task") {
    const installed = work.isInstalled ? work.provider : null;
    return { ...any, kind: work.kind, installed, bringsModels: work.bringsModels };
  }
  return { ...any, kind: work.kind, madeBy: madeBy(service, run), verifyOn: verifyOnOf(service) };
}

/** Returns those of `among` that may do a piece of work as things are now, whether or not they are there; by default of all. */
export function machinesFor(
  service: Stored,
  work: WorkToPlace,
  among?: readonly string[],
): WorkerMachineDocument[] {
  const may = mayTakeOf(service, work);
  const { documents } = service.store;
  const machines = among?.flatMap((id) => documents.get(workerMachineStream, id) ?? []) ??
    [...machinesThatAre(service, "active")];
  return machines.filter(may);
}

/** Returns whether a machine may do a piece of work, as things are now. */
export const mayTakeNow = (service: Stored, machine: WorkerMachineDocument, work: WorkToPlace): boolean =>
  mayTakeOf(service, work)(machine);

/** Returns whether a machine that has a piece of work may go on with it: one that was drained finishes what it has. */
export const mayKeepNow = (service: Stored, machine: WorkerMachineDocument, work: WorkToPlace): boolean =>
  mayTakeNow(service, machine.status === "draining" ? { ...machine, status: "active" } : machine, work);

/** The same for many machines: what the work asks for is found out once. */
export function mayTakeOf(service: Stored, work: WorkToPlace): (machine: WorkerMachineDocument) => boolean {
  const asked = placed(service, work);
  return (machine) => asked !== null && mayTake(machine, asked);
}

/** Returns whether a person trusts a machine to verify. */
export const isAnyTrusted = (service: Stored): boolean =>
  machinesThatAre(service, "active").some(({ trust }) => trust.includes("verify"));

const PAGE = 100;

/** Reads the machines in a state in parts, oldest first: who looks for one of them rarely needs all. */
function* machinesThatAre(
  { store }: Stored,
  status: WorkerMachineDocument["status"],
): Generator<WorkerMachineDocument, undefined> {
  for (let after = "";;) {
    const page = store.documents.find(workerMachineStream, { status }, { limit: PAGE, after });
    yield* page;
    if (page.length < PAGE) return;
    after = page.at(-1)!.id;
  }
}
