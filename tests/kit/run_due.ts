import type { Harness } from "../harness.ts";

/** Does everything that is due, to its end. */
export async function runDue({ composition: { clock } }: Harness): Promise<void> {
  await clock.runOnce();
  await clock.idle();
}
