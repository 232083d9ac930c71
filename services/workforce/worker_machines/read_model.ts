import { sha256 } from "../../../store/chain.ts";
import type { WorkerMachineDocument } from "../../../store/worker_machines/machine.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { labelsOf, refusedLabelsOf } from "./leases/labels.ts";
import type { MachinesLive } from "./leases/machines.ts";
import type { WorkerMachine } from "./schemas.ts";

/** Returns a machine as the API shows it. */
export function shownMachine(ctx: Ctx<MachinesLive>, machine: WorkerMachineDocument): WorkerMachine {
  const { id, name, status, statusDetail, repos, allowsUnconfined, version, sandbox, workers, programs } =
    machine;
  const { publicKey, createdAt } = machine;
  const { documents } = ctx.store;
  return {
    id,
    name,
    status,
    ...(statusDetail !== undefined && { statusDetail }),
    repos,
    allowsUnconfined,
    labels: labelsOf(machine),
    allowedLabels: machine.labels,
    refusedLabels: refusedLabelsOf(machine),
    trust: machine.trust,
    group: machine.group,
    ...(workers && { workers }),
    ...(programs && { programs }),
    ...(status === "invited" && { invitationEndsAt: machine.invitationEndsAt }),
    ...(publicKey !== undefined && { keyFingerprint: sha256(Uint8Array.fromBase64(publicKey)) }),
    ...(version !== undefined && { version }),
    ...(sandbox && { sandbox }),
    lastSeenAt: ctx.machines.presence.lastSeen(id)?.toISOString() ?? null,
    doing: ctx.machines.leasesOf(id).map(({ offer, since }) => ({
      assignmentId: offer.id,
      runId: offer.work.runId,
      taskSessionId: offer.work.kind === "task" ? offer.work.taskSessionId : null,
      since: since.toISOString(),
    })),
    delivered: documents.tables.get<{ n: number }>(
      "select count(*) as n from {machine_work} where machine_id = ? and outcome = 'delivered'",
      id,
    )!.n,
    createdAt,
  };
}
