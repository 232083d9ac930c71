import type { Ctx } from "../../ground/kernel/context.ts";
import { VERSION } from "../../ground/kernel/version.ts";
import { guidanceOf } from "../../sessions/task_sessions/read_model.ts";
import { artifactsOf } from "../../control/runs/artifacts.ts";
import type { RunReplayPacket } from "./proof/audit_schemas.ts";
import { plannedOf } from "../../control/runs/planned.ts";
import { proveRun, withoutEntries } from "./proof/prove.ts";
import { requestOf, requireRun } from "../../control/runs/read_model.ts";
import { replayContent } from "./proof/replay_content.ts";
import { replayPlanOf } from "./replay_plan.ts";
import type { ExecutorLive } from "../commands/live.ts";
import { sessionsOf } from "../../control/lifecycle/sessions.ts";

/**
 * Returns all that is needed to run it again, for each step whether its inputs still exist unchanged, and the entries
 * that prove the rest, unless these are left out.
 */
export async function replayPacket(
  ctx: Ctx<ExecutorLive>,
  runId: string,
  { proof }: { proof: boolean },
): Promise<RunReplayPacket> {
  const run = requireRun(ctx, runId);
  const sessions = sessionsOf(ctx, runId);
  const told = {
    format: "agent-harness/replay" as const,
    version: 1 as const,
    createdAt: ctx.now().toISOString(),
    serviceVersion: VERSION,
    runId,
    ...replayContent({
      run,
      request: requestOf(ctx, run),
      artifacts: artifactsOf(ctx, runId).map(({ id, path, sha256, size }) => ({ id, path, sha256, size })),
      sessions: sessions.map((document) => ({
        document,
        instructions: plannedOf(ctx, document.id).instructions,
        guidance: guidanceOf(ctx, document.id).map((guidance) => guidance.content),
      })),
    }),
    proof: proof ? proveRun(ctx, runId) : withoutEntries(ctx),
  };
  return { ...told, dryRun: await replayPlanOf(ctx, run, sessions) };
}
