import type { RunReplayPacket } from "./audit_schemas.ts";
import type { RecordedRun } from "./recorded.ts";

/** What a packet says of a run, except whether it could be done again now. */
type ReplayContent = Pick<RunReplayPacket, "request" | "base" | "plan" | "result" | "artifacts">;

/** Returns it from the documents of a run: the service passes its own, a verifier those that it folded from the entries. */
export function replayContent(
  recorded: Omit<RecordedRun, "decided"> & { run: NonNullable<RecordedRun["run"]> },
): ReplayContent {
  const { run, request, sessions, artifacts } = recorded;
  const { kind, repoPath, worker, verifier, setup, workflowTemplateId, inputs, base } = run;
  const { workflowId, workflowVersion, definitionSha256 } = run;
  return {
    request: {
      kind,
      request,
      repoPath,
      ...(worker && { worker }),
      ...(verifier && { verifier }),
      ...(setup && { setup }),
      ...(workflowTemplateId && { workflowTemplateId }),
      ...(inputs && { inputs }),
      ...(workflowId && { workflowId }),
      ...(workflowVersion !== undefined && { workflowVersion }),
      ...(definitionSha256 && { definitionSha256 }),
    },
    base: base ? { root: base.root, commit: base.commit, tree: base.tree, ref: base.ref } : null,
    plan: sessions.map(({ document, instructions, guidance }) => ({
      id: document.taskId,
      taskSessionId: document.id,
      title: document.title,
      instructions,
      dependsOn: document.dependsOn,
      provider: document.provider,
      model: document.model,
      guidance,
      resultTree: document.result?.tree ?? null,
    })),
    result: {
      patchSha256: run.bundle?.patchSha256 ?? null,
      evaluation: run.evaluation?.outcome ?? null,
      status: run.status,
    },
    artifacts,
  };
}
