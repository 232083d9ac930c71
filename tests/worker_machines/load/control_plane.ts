/**
 * A service with so many worker machines that each hold a lease: `<directory> <machines>`. It writes what they know to
 * `machines.json` there, says where it listens, and stops with SIGTERM. Its runs are not carried out: only leases are tried.
 */
import { join } from "node:path";
import { startService } from "../../../main.ts";
import { sha256 } from "../../../store/chain.ts";
import { assignmentStream } from "../../../store/worker_machines/assignment.ts";
import { workerMachineStream } from "../../../store/worker_machines/machine.ts";
import { readConfig } from "../../../services/ground/kernel/config.ts";
import { contextFor, record } from "../../../services/ground/kernel/context.ts";
import type { OfferedVerification } from "../../../services/workforce/worker_machines/leases/offer.ts";
import { makeKeys } from "../../../services/workforce/worker_machines/wire/mod.ts";
import type { SimulatedMachine } from "./generator.ts";

const [directory = "", count = "0"] = Deno.args;
const settings: Record<string, string> = {
  AGENT_HARNESS_STORAGE_DIR: directory,
  AGENT_HARNESS_PORT: "0",
  AGENT_HARNESS_WORKERS: "0",
  AGENT_HARNESS_WORKER_LISTEN: "127.0.0.1:0",
};
const running = await startService(readConfig((name) => settings[name] ?? Deno.env.get(name), null));
const { service } = running;
const ctx = contextFor(service, "system");
const control = `http://127.0.0.1:${service.machines.port}`;

/** Records a machine as if it had been enrolled, and gives it a lease. */
async function addMachine(number: number): Promise<SimulatedMachine> {
  const id = ctx.newId("machine");
  const keys = await makeKeys();
  const token = `ahm_${crypto.randomUUID()}`;
  const endsAt = new Date(Date.now() + 86_400_000).toISOString();
  const sandbox = { confined: true, detail: "in a sandbox" };
  const invitation = {
    name: `m${number}`,
    repos: [],
    allowsUnconfined: false,
    codeSha256: sha256(id),
    endsAt,
  };
  service.store.unit(() =>
    record(ctx, workerMachineStream, id, [
      { type: "worker_machine.invited", data: invitation },
      {
        type: "worker_machine.enrolled",
        data: { publicKey: keys.publicKey, tokenSha256: sha256(token), tokenEndsAt: endsAt },
      },
      { type: "worker_machine.described", data: { version: "0.1.0", sandbox } },
    ])
  );
  const work: OfferedVerification = {
    kind: "verification",
    repositoryId: "repository",
    baseTree: "a".repeat(40),
    runId: `run_${number}`,
    round: 1,
    repoPath: "/srv/shop",
    tree: "a".repeat(40),
    command: "npm test",
    setup: null,
    control: { id: "repository" } as OfferedVerification["control"],
    base: { commit: "a".repeat(40), tree: "a".repeat(40) },
    result: { commit: "b".repeat(40), tree: "b".repeat(40) },
  };
  const offer = await service.machines.offer(ctx, work);
  service.store.unit(() =>
    record(ctx, assignmentStream, offer.id, [{
      type: "assignment.claimed",
      data: { machineId: id, name: `m${number}`, fence: 1 },
    }], { runId: work.runId })
  );
  return {
    identity: { control, machineId: id, name: `m${number}`, token, keys },
    leaseId: service.machines.lease(offer, id).id,
  };
}

const BATCH = 200;
const machines: SimulatedMachine[] = [];
while (machines.length < Number(count)) {
  const size = Math.min(BATCH, Number(count) - machines.length);
  const first = machines.length;
  machines.push(...await Promise.all(Array.from({ length: size }, (_, at) => addMachine(first + at))));
  // The others wait for their first heartbeat, which comes only once all are there.
  for (const { identity, leaseId } of machines) {
    service.machines.leaseOf(identity.machineId, leaseId)?.renew();
  }
}
await service.store.durable();
await Deno.writeTextFile(join(directory, "machines.json"), JSON.stringify(machines));
Deno.stdout.writeSync(new TextEncoder().encode(`ready ${running.url}\n`));
const { promise, resolve } = Promise.withResolvers<void>();
Deno.addSignalListener("SIGTERM", resolve);
await promise;
await running.stop();
