import { taskSessionStream } from "../../store/task_sessions/stream.ts";
import type { Ctx } from "../context.ts";
import { guidanceOf } from "../task_sessions/read_model.ts";
import { artifactsOf } from "./artifacts.ts";
import type { RunReplayPacket } from "./audit_schemas.ts";
import { plannedOf } from "./delegation_plan.ts";
import { requestOf, requireRun } from "./read_model.ts";
import { dryRun } from "./replay_plan.ts";

/** All that is needed to run it again, and for each step whether its inputs are still there and unchanged. */
export async function replayPacket(ctx: Ctx, runId: string): Promise<RunReplayPacket> {
  const run = requireRun(ctx, runId);
  const sessions = ctx.store.documents.find(taskSessionStream, { runId }, { limit: 1000 });
  const { kind, repoPath, worker, verifier, setup, workflowTemplateId, inputs, base } = run;
  const plan = sessions.map((session) => ({
    id: session.taskId,
    taskSessionId: session.id,
    title: session.title,
    instructions: plannedOf(ctx, session.id).instructions,
    dependsOn: session.dependsOn,
    provider: session.provider,
    model: session.model,
    guidance: guidanceOf(ctx, session.id).map((guidance) => guidance.content),
    resultTree: session.result?.tree ?? null,
  }));
  const artifacts = artifactsOf(ctx, runId).map(({ id, path, sha256, size }) => ({ id, path, sha256, size }));
  return {
    format: "agent-harness/replay",
    version: 1,
    createdAt: ctx.now().toISOString(),
    runId,
    request: {
      kind,
      request: requestOf(ctx, run),
      repoPath,
      ...(worker && { worker }),
      ...(verifier && { verifier }),
      ...(setup && { setup }),
      ...(workflowTemplateId && { workflowTemplateId }),
      ...(inputs && { inputs }),
    },
    base: base ? { root: base.root, commit: base.commit, tree: base.tree, ref: base.ref } : null,
    plan,
    result: {
      patchSha256: run.bundle?.patchSha256 ?? null,
      evaluation: run.evaluation?.outcome ?? null,
      status: run.status,
    },
    artifacts,
    dryRun: await dryRun(ctx, run, sessions),
  };
}
