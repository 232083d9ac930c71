import { REVIEWED } from "../git.ts";
import type { Payload, Prober } from "./prober.ts";

/** A run that waits for its patch to be reviewed; nothing decides it. */
export const waitingRun = (probe: Prober): Promise<Payload> =>
  probe.once(
    "a waiting run",
    () => probe.settledRun('create waiting.md with "x"', { verifier: { command: "true" } }),
  );

/** A run whose patch was approved and applied. */
export const completedRun = (probe: Prober): Promise<Payload> =>
  probe.once("a completed run", async () => {
    const run = await probe.settledRun(`create ${crypto.randomUUID()}.md with "x"`, {
      verifier: { command: "true" },
    });
    await probe.call("POST /approvals/:id/approve", { params: { id: run.approvals[0].id }, body: REVIEWED });
    return await probe.until(
      () => probe.call("GET /runs/:id", { params: { id: run.id } }),
      ({ status }) => status === "completed",
    );
  });

/** A run whose only task failed, so that it waits for a person. */
export const stuckRun = (probe: Prober, name: string): Promise<Payload> =>
  probe.once(`stuck ${name}`, () => probe.settledRun(`run test -e ${name}`));
