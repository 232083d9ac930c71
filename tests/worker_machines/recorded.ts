import { type WorkerMachineDocument, workerMachineStream } from "../../store/worker_machines/machine.ts";
import { contextFor, type Ctx, record } from "../../services/ground/kernel/context.ts";
import type { Harness } from "../harness.ts";

/** Records machines as their invitation and enrolment would. */
export async function recordMachines(
  h: Harness,
  count: number,
  { trust = () => [], isRevoked = () => false }: {
    trust?: (i: number) => WorkerMachineDocument["trust"];
    isRevoked?: (i: number) => boolean;
  },
): Promise<string[]> {
  const ctx: Ctx = contextFor(h.service, "operator");
  const at = "2030-01-01T00:00:00.000Z";
  const ids = Array.from({ length: count }, () => ctx.newId("machine"));
  await h.store.commit(() => {
    for (const [i, id] of ids.entries()) {
      const place = { repos: [], allowsUnconfined: true, labels: [], group: null };
      record(ctx, workerMachineStream, id, [
        {
          type: "worker_machine.invited",
          data: { name: `m${i + 1}`, ...place, trust: trust(i + 1), codeSha256: `${i}`, endsAt: at },
        },
        {
          type: "worker_machine.enrolled",
          data: { publicKey: "AAAA", tokenSha256: `${i}`, tokenEndsAt: at },
        },
        {
          type: "worker_machine.described",
          data: { version: "test", sandbox: { confined: true, detail: "in a sandbox" } },
        },
        ...(isRevoked(i + 1) ? [{ type: "worker_machine.revoked" as const, data: { detail: "Old." } }] : []),
      ]);
    }
  });
  return ids;
}
