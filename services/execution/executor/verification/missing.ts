import type { RunDocument } from "../../../../store/runs/document.ts";
import type { ExecutorLive } from "../../commands/live.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import {
  isAnyTrusted,
  labelsHere,
  machinesFor,
  placementOf,
  verifyOnOf,
} from "../../../workforce/worker_machines/leases/mod.ts";

/** The id of what a run waits for until a machine appears that may verify its result. */
export const MACHINE_WAIT = "worker-machine";

/** The same where only this machine may, which lacks a label. */
export const HERE_WAIT = "this-machine";

const KEEPERS = {
  run: "the run itself",
  repository: "its repository",
  profile: "the profile of a task",
} as const;

/** Returns the sentences that say why nobody verifies a result now, and what to type. */
export function whoIsMissing(
  ctx: Ctx<ExecutorLive>,
  run: RunDocument,
  { repoPath, stays }: { repoPath: string; stays: boolean },
): string {
  const { needs, here } = placementOf(ctx, run);
  const labels = needs.join(",");
  const what = `The verification needs ${needs.join(", ")}, and this machine has only ${
    labelsHere(ctx).join(", ")
  }.`;
  const giveHere = `agent-harness workers placement --labels ${labels}`;
  if (stays) {
    const who = here === null ? "you want it verified here" : `${KEEPERS[here]} keeps it here`;
    return `${what} It goes to no worker machine, because ${who}. If this machine has what is needed, say so: ${giveHere}`;
  }
  if (ctx.config.workerDoor === null) {
    return `${what} No worker machine can connect: set AGENT_HARNESS_WORKER_LISTEN and start the service again.`;
  }
  const absent = machinesFor(ctx, { kind: "verification", runId: run.id, repoPath }).map(({ name }) => name);
  if (absent.length > 0) {
    const state = absent.length === 1
      ? "is not connected. Start it."
      : "are not connected. Start one of them.";
    return `${what} ${absent.join(" and ")} could do it, but ${state}`;
  }
  if (verifyOnOf(ctx) === "control-plane" && isAnyTrusted(ctx)) {
    return `${what} Results are verified on this machine alone. To change that: agent-harness workers placement --verify-on another-worker`;
  }
  return `${what} No worker machine that is trusted to verify has it. Enrol one: agent-harness workers enrol --name <name> --labels ${labels} --trust verify`;
}
