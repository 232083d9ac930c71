import { beatHere } from "./beats.ts";
import { type BeatingLease, MachineClient, sendTrusting } from "./client.ts";
import type { Identity } from "./identity.ts";

/** What the main thread asks: to renew a lease, to let it be; or that it lives. */
export type BeatRequest =
  | { kind: "begin"; identity: Identity; ca: string | null; session: string; lease: BeatingLease }
  | { kind: "end"; leaseId: string }
  | { kind: "pulse" };

/** A lease that is lost, with a sentence. */
export type BeatAnswer = { leaseId: string; lost: string };

/** A main thread that says nothing for so long will not go on: its leases are not kept for ever. */
const SILENT_MILLISECONDS = 5 * 60_000;

/** Renews the leases that the main thread names, and says which are lost. */
function serve(port: MessagePort): void {
  const beating = new Map<string, Disposable>();
  let client: MachineClient | null = null;
  let silence: ReturnType<typeof setTimeout> | undefined;
  const end = (leaseId: string) => {
    beating.get(leaseId)?.[Symbol.dispose]();
    beating.delete(leaseId);
  };
  port.onmessage = ({ data }: MessageEvent<BeatRequest>) => {
    clearTimeout(silence);
    silence = setTimeout(() => [...beating.keys()].forEach(end), SILENT_MILLISECONDS);
    if (data.kind === "pulse") return;
    if (data.kind === "end") return end(data.leaseId);
    const { identity, ca, session, lease } = data;
    // One client for all leases: the counter of its lane only rises.
    client ??= new MachineClient(identity, sendTrusting(ca), { session });
    const { leaseId } = lease;
    const lost = (why: string) => port.postMessage({ leaseId, lost: why } satisfies BeatAnswer);
    beating.set(leaseId, beatHere(client, lease, lost));
  };
}

addEventListener("message", (event) => {
  if (event instanceof MessageEvent && event.ports[0]) serve(event.ports[0]);
});
