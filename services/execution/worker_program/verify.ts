import { sha256 } from "../../../store/chain.ts";
import type { Statement } from "../../../store/worker_machines/document.ts";
import type { Core } from "../../ground/kernel/context.ts";
import type { VerificationManifest } from "../../workforce/worker_machines/wire/mod.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { verifyHere } from "../commands/verify_here.ts";
import { inShadowRun, type WorkPlace } from "./shadow_run.ts";

/** Does a verification as the control plane does its own. Throws what `verifyHere` throws. */
export async function verify(
  service: Core & ExecutorLive,
  manifest: VerificationManifest,
  place: WorkPlace,
): Promise<{ statement: Statement; output: string }> {
  return await inShadowRun(service, manifest, place, async (step) => {
    const { signal } = place;
    const result = await verifyHere(step, { run: step.run(), commit: manifest.result.commit, signal });
    if (result === "waits") throw new TypeError("a verification waits for nobody here");
    const { exitCode, timedOut, durationMilliseconds, confinement, output } = result;
    return {
      output,
      statement: {
        assignmentId: manifest.assignmentId,
        fence: manifest.fence,
        runId: manifest.runId,
        tree: manifest.result.tree,
        command: manifest.command,
        setup: manifest.setup,
        exitCode,
        timedOut,
        durationMilliseconds: Math.round(durationMilliseconds),
        outputSha256: sha256(output),
        confinement,
      },
    };
  });
}
