import { approvalStream } from "../../../store/approvals/stream.ts";
import type { ArtifactSubject } from "../../../store/runs/artifact_subject.ts";
import type { RunArtifactRow } from "../../../store/runs/artifacts_view.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import type { ArtifactIndexSnapshot } from "./artifact_schemas.ts";
import { artifactRows, entryOf } from "./artifacts.ts";
import { evaluationsOf } from "./evaluations.ts";
import { requireRun } from "./read_model.ts";

type Indexed = ArtifactIndexSnapshot["items"][number];

/** Returns a run's artifacts, newest first, with who produced them and what they belong to. */
export function artifactIndex(ctx: Ctx, runId: string): ArtifactIndexSnapshot {
  requireRun(ctx, runId);
  const rows = artifactRows(ctx, runId);
  const approvals = ctx.store.documents.all(approvalStream, { runId });
  const shownIn = Map.groupBy(
    approvals.flatMap(({ id, evidence }) =>
      [...new Set(evidence.map(({ sha256 }) => sha256))].map((sha256) => ({ id, sha256 }))
    ),
    ({ sha256 }) => sha256,
  );
  const notesOn = Map.groupBy(rows, (row) => row.about_kind === "artifact" ? row.about_id : null);
  const evaluations = evaluationsOf(ctx, runId);
  const items = rows.map((row): Indexed => {
    const about = (kind: ArtifactSubject["kind"]) => row.about_kind === kind ? [row.about_id!] : [];
    const notes = notesOn.get(row.path) ?? [];
    return {
      ...entryOf(row),
      producer: producerOf(row),
      relatedApprovals: [
        ...about("approval"),
        ...(shownIn.get(row.sha256) ?? []).map(({ id }) => id),
      ],
      relatedEvaluations: [
        ...about("evaluation"),
        ...evaluations.filter(({ outputSha256, round }) => outputSha256 === row.sha256 || round === row.round)
          .map(({ id }) => id),
      ],
      relatedTaskSessions: about("task_session"),
      relatedArtifacts: [...about("artifact"), ...notes.map(({ path }) => path)],
    };
  });
  const purposes = [...new Set(rows.map(({ purpose }) => purpose))].sort();
  return {
    runId,
    items: items.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0)),
    groups: purposes.map((purpose) => ({
      id: purpose,
      purpose,
      artifactIds: items.filter((item) => item.purpose === purpose).map(({ id }) => id),
    })),
    counts: { total: rows.length, bytes: rows.reduce((sum, { size }) => sum + size, 0) },
  };
}

/** What the verifier leaves: its outputs and its evaluations. */
const OF_VERIFIER = ["verification", "evaluation"];

function producerOf(row: RunArtifactRow): Indexed["producer"] {
  const { run_id: runId, task_session_id: taskSessionId, task_session_ids: ids, purpose, actor } = row;
  const of = { runId, taskSessionId };
  if (taskSessionId !== null) return { kind: "task_session", ...of, taskSessionIds: [taskSessionId] };
  const taskSessionIds: string[] = ids === null ? [] : JSON.parse(ids);
  if (OF_VERIFIER.includes(purpose)) return { kind: "verifier", ...of, taskSessionIds };
  const kind = actor === "operator" || actor === "agent" ? actor : "coordinator";
  return { kind, ...of, taskSessionIds };
}
