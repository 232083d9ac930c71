import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { MachinesLive } from "./leases/machines.ts";

/** Returns the address that worker machines dial; null if none is configured. */
export function doorAddress({ config: { workerDoor }, machines }: Ctx<MachinesLive>): string | null {
  if (workerDoor === null) return null;
  const { host, port, tls } = workerDoor;
  const name = host.includes(":") ? `[${host}]` : host;
  return `${tls ? "https" : "http"}://${name}:${machines.port || port}`;
}

/** Returns the same. Throws `InvalidError` where no machine could connect. */
export function requireDoor(ctx: Ctx<MachinesLive>): string {
  const address = doorAddress(ctx);
  if (address !== null) return address;
  throw new InvalidError(
    "Worker machines have no address to connect to. Set AGENT_HARNESS_WORKER_LISTEN, such as to 10.0.0.5:4318, with AGENT_HARNESS_WORKER_CERT and AGENT_HARNESS_WORKER_KEY, and start the service again.",
  );
}
