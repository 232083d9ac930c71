/**
 * Sends heartbeats as worker machines do, each signed with the key of its machine: `<machines.json> <per second> <seconds>`. Prints
 * what came back as JSON.
 */
import type { Identity } from "../../../services/execution/worker_program/mod.ts";
import { MACHINE_HEADERS, requestText } from "../../../services/workforce/worker_machines/wire/mod.ts";

/** A machine that holds a lease. */
export type SimulatedMachine = { identity: Identity; leaseId: string };

/** What came back. */
export type GeneratorResult = {
  sent: number;
  held: number;
  lost: number;
  refused: Record<string, number>;
  latencies: number[];
  /** How far behind its plan the generator was at the end: it must not be what is measured. */
  behindMilliseconds: number;
};

const NONE = new Uint8Array();
const encoder = new TextEncoder();

async function run(file: string, perSecond: number, seconds: number): Promise<GeneratorResult> {
  const machines: SimulatedMachine[] = JSON.parse(await Deno.readTextFile(file));
  const { control } = machines[0]!.identity;
  const { epoch } = await (await fetch(`${control}/worker/door`)).json();
  const ready = await Promise.all(machines.map(async ({ identity, leaseId }) => ({
    path: `/worker/leases/${leaseId}/heartbeats`,
    key: await crypto.subtle.importKey(
      "pkcs8",
      Uint8Array.fromBase64(identity.keys.privateKey),
      "Ed25519",
      false,
      ["sign"],
    ),
    session: crypto.randomUUID(),
    counter: 0,
    identity,
  })));
  const result: GeneratorResult = {
    sent: 0,
    held: 0,
    lost: 0,
    refused: {},
    latencies: [],
    behindMilliseconds: 0,
  };
  const send = async (machine: (typeof ready)[number]) => {
    const { path, session, identity: { token, machineId } } = machine;
    const counter = ++machine.counter;
    const text = requestText({ method: "POST", path, body: NONE, epoch, session, lane: "beat", counter });
    const signature = new Uint8Array(await crypto.subtle.sign("Ed25519", machine.key, encoder.encode(text)));
    const sentAt = performance.now();
    try {
      const response = await fetch(`${control}${path}`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${token}`,
          [MACHINE_HEADERS.machine]: machineId,
          [MACHINE_HEADERS.session]: session,
          [MACHINE_HEADERS.lane]: "beat",
          [MACHINE_HEADERS.counter]: String(counter),
          [MACHINE_HEADERS.signature]: signature.toBase64(),
        },
      });
      const { lease, error } = await response.json();
      if (lease === "held") result.held++;
      else if (lease === "lost") result.lost++;
      else {result.refused[`${response.status} ${error}`] =
          (result.refused[`${response.status} ${error}`] ?? 0) + 1;}
    } catch (cause) {
      const what = String(cause).replaceAll(/lease_[0-9a-f-]+/g, "…");
      result.refused[what] = (result.refused[what] ?? 0) + 1;
    }
    result.latencies.push(Math.round((performance.now() - sentAt) * 10) / 10);
  };
  const total = Math.round(perSecond * seconds);
  const beganAt = performance.now();
  const open = new Set<Promise<void>>();
  while (result.sent < total) {
    const due = Math.min(total, Math.floor((performance.now() - beganAt) / 1000 * perSecond) + 1);
    while (result.sent < due) {
      const sending = send(ready[result.sent++ % ready.length]!);
      open.add(sending);
      sending.finally(() => open.delete(sending));
    }
    await new Promise((resolve) => setTimeout(resolve, 2));
  }
  await Promise.all(open);
  result.behindMilliseconds = Math.max(0, Math.round(performance.now() - beganAt - seconds * 1000));
  return result;
}

if (import.meta.main) {
  const [file = "", perSecond, seconds] = Deno.args;
  const result = JSON.stringify(await run(file, Number(perSecond), Number(seconds)));
  await new Blob([result]).stream().pipeTo(Deno.stdout.writable);
}
