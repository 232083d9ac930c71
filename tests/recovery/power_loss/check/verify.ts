import { type Faults, withoutNames } from "./faults.ts";
import type { Operator } from "./operator.ts";

/** Lets a service verify its whole storage. Before its start, private repositories may be damaged: the start repairs them. */
export async function verify(service: Operator, faults: Faults, isStarted: boolean): Promise<void> {
  const { checks } = await service.operator("POST /control-plane/restore-verification", { body: {} });
  for (const { name, ok, detail } of checks) {
    if (name === "repositories" && !isStarted) continue;
    faults.look(ok, `verification of ${name} fails: ${withoutNames(detail)}`, detail);
  }
}
