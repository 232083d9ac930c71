import { runStream } from "../../../../store/runs/stream.ts";
import { record } from "../../../ground/kernel/context.ts";
import { lackingIn, pinBase, retain } from "../../../machine/repositories/mod.ts";
import type { RunPort, WorkspacePort } from "../../commands/ports.ts";

/** Pins the commit that the run works from; the target is only read. */
export async function prepare(step: RunPort & WorkspacePort): Promise<void> {
  const run = step.run();
  const control = await step.control();
  const base = await pinBase(control, step.signal);
  const { root, prefix, kind } = control.repository;
  await retain(control, run.id, `base-${run.round}`, base.commit);
  const data = {
    repositoryId: control.id,
    root,
    ...(prefix !== "" && { prefix }),
    kind,
    ...base,
    ...await lackingIn(control, base),
  };
  await step.advance(run.round, () => {
    record(step.ctx, runStream, run.id, [{ type: "run.prepared", data }], step.context());
  });
}
