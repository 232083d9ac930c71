import { approvalStream } from "../../../store/approvals/stream.ts";
import { hashData, hashEvent } from "../../../store/chain.ts";
import { eventOfRow, type EventRow, type StoredEvent } from "../../../store/event.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { artifactsOf } from "../../control/runs/artifacts.ts";
import type { AuditViewSnapshot } from "./proof/audit_schemas.ts";
import { signatureFaults } from "./proof/verify_signatures.ts";
import { evaluationsOf } from "../../control/runs/evaluations.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import { stagesOf } from "./timeline.ts";
import { traceOf } from "../../control/runs/traces.ts";
import { shownSessionsOf } from "../../control/lifecycle/sessions.ts";
import { countBy } from "../../ground/kernel/counts.ts";
import { dataOf } from "../../../store/stream.ts";
import { runStream } from "../../../store/runs/stream.ts";

/** Events that a reviewer of risk looks for. */
const RISK = /^(run\.policy_blocked|run\.failed|approval\.|tool\.failed|audit\.|command\.)/;

/** Returns whether an event matters to a risk review; a patch with secrets is one. */
const isRisky = (event: StoredEvent): boolean =>
  RISK.test(event.type) ||
  dataOf(event, runStream, "run.bundled")?.secretPaths !== undefined;

/** Details that the narrative leaves out; the raw export has them. */
const DETAIL = /^(process\.|tool\.started|run\.queued|task_session\.queued)/;

/** Returns a run's audit as a person reads it. Checks the hashes of its entries and artifacts. */
export async function auditView(ctx: Ctx, runId: string): Promise<AuditViewSnapshot> {
  requireRun(ctx, runId);
  const rows = ctx.store.events.rowsOfRun(runId);
  const events = rows.filter((row) => row.data !== null).map(eventOfRow);
  const traces = events.map(traceOf).map(({ id, at, actor, summary, sequence, type }) => ({
    id,
    at,
    actor,
    text: summary,
    sequence,
    type,
  }));
  const entry = ({ type: _, ...shown }: typeof traces[number]) => shown;
  const risky = new Set(events.filter(isRisky).map(({ seq }) => seq));
  const narrative = traces.filter((trace) => !DETAIL.test(trace.type)).map(entry);
  const evaluations = evaluationsOf(ctx, runId);
  const outcomes = countBy(evaluations, ({ outcome }) => outcome);
  const artifacts = artifactsOf(ctx, runId);
  const integrityWarnings = [
    ...brokenEntries(rows),
    ...await unsignedEntries(events),
    ...await brokenArtifacts(ctx, artifacts),
  ];
  const approvals = approvalEvidence(ctx, runId);
  return {
    runId,
    items: narrative,
    narrative,
    stageTimeline: stagesOf(events).map(({ sequence: _, ...stage }) => stage),
    taskSessionTimeline: taskSessions(ctx, runId),
    approvalEvidence: approvals,
    evaluationSummary: { counts: outcomes, items: evaluations },
    riskEvents: traces.filter(({ sequence }) => risky.has(sequence)).map(entry),
    artifactHashes: artifacts.map(({ id, path, sha256 }) => ({ id, path, sha256 })),
    integrityWarnings,
    counts: {
      events: rows.length,
      approvals: approvals.length,
      artifacts: artifacts.length,
      integrityWarnings: integrityWarnings.length,
    },
  };
}

function taskSessions(ctx: Ctx, runId: string): AuditViewSnapshot["taskSessionTimeline"] {
  return shownSessionsOf(ctx, runId).map((session) => ({
    id: session.id,
    taskId: session.taskId,
    title: session.title,
    status: session.status,
    startedAt: session.startedAt ?? null,
    finishedAt: session.finishedAt ?? null,
  }));
}

function approvalEvidence(ctx: Ctx, runId: string): AuditViewSnapshot["approvalEvidence"] {
  return ctx.store.documents.all(approvalStream, { runId }).map((approval) => ({
    id: approval.id,
    status: approval.status,
    policyClass: approval.policyClass,
    evidenceDigest: approval.evidenceDigest,
    evidence: approval.evidence.map(({ id, kind, path, sha256 }) => ({ id, kind, path, sha256 })),
    decision: approval.decision?.decision ?? null,
    actorType: approval.decision?.actorType ?? null,
    decidedAt: approval.decision?.at ?? null,
    shown: approval.decision?.shown ?? null,
  }));
}

/** Returns entries whose own hashes do not match. The links are checked over the whole log elsewhere. */
function brokenEntries(rows: EventRow[]): { id: string; detail: string }[] {
  return rows.filter((row) =>
    hashEvent(row) !== row.hash ||
    (row.data !== null && (row.salt === null || hashData(row.salt, row.data) !== row.data_sha256))
  ).map((row) => ({
    id: `entry_${row.seq}`,
    detail: `The entry ${row.seq} (${row.type}) does not match its hash.`,
  }));
}

/** Returns entries that claim the signature of a worker machine and do not have it. */
async function unsignedEntries(events: readonly StoredEvent[]): Promise<{ id: string; detail: string }[]> {
  const { faults } = await signatureFaults(
    events.map(({ seq, stream, type, runId = null, data }) => ({ sequence: seq, stream, type, runId, data })),
  );
  return faults.map(({ sequence, detail }) => ({
    id: `signature_${sequence}`,
    detail: `${detail.replace(/^e/, "E")}.`,
  }));
}

async function brokenArtifacts(ctx: Ctx, artifacts: { id: string; path: string; sha256: string }[]) {
  const warnings: { id: string; detail: string }[] = [];
  for (const { id, path, sha256 } of artifacts) {
    await ctx.artifacts.read(sha256).catch((cause: Error) =>
      warnings.push({ id, detail: `${path}: ${cause.message}` })
    );
  }
  return warnings;
}
