import { approvalStream } from "../../../store/approvals/stream.ts";
import type { ArtifactSubject } from "../../../store/runs/artifact_subject.ts";
import { taskSessionStream } from "../../../store/task_sessions/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { artifactsOf } from "../../control/runs/artifacts.ts";
import { evaluationsOf } from "../../control/runs/evaluations.ts";

/** Returns what an id or a path names in a run. Throws `InvalidError` if that is nothing of it. */
export function researchSubjectOf(ctx: Ctx, runId: string, named: string): ArtifactSubject {
  const { documents } = ctx.store;
  if (documents.get(approvalStream, named)?.runId === runId) return { kind: "approval", id: named };
  if (documents.get(taskSessionStream, named)?.runId === runId) return { kind: "task_session", id: named };
  if (evaluationsOf(ctx, runId).some(({ id }) => id === named)) return { kind: "evaluation", id: named };
  const artifact = artifactsOf(ctx, runId).find(({ id, path }) => id === named || path === named);
  if (artifact) return { kind: "artifact", id: artifact.path };
  throw new InvalidError(
    `"about": the run ${runId} has no approval, evaluation, task session or artifact "${named}". ` +
      `GET /runs/${runId}/artifact-index lists its artifacts.`,
  );
}
