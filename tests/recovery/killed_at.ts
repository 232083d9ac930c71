import assert from "node:assert/strict";
import type { ServiceProcess } from "./service_process.ts";

/** Asserts that a service is killed at a boundary while `work` asks it for something; what it was asked for fails then. */
export async function assertKilledAt(
  point: string,
  service: ServiceProcess,
  work: Promise<unknown>,
): Promise<void> {
  const survived = await work.then(() => true, () => false);
  assert.ok(!survived, `${point} was not reached`);
  assert.equal((await service.ended).signal, "SIGKILL", `${point}: ${service.output()}`);
}
