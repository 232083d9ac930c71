import { type ApprovalDocument, approvalStream } from "../../../../store/approvals/stream.ts";
import type { Actor, StoredEvent } from "../../../../store/event.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { dataOf, isEvent, type StreamOf } from "../../../../store/stream.ts";
import { type TaskSessionDocument, taskSessionStream } from "../../../../store/task_sessions/stream.ts";
import type { AuditEntry } from "./audit_schemas.ts";

/** What an export or a packet states about an artifact. */
export type NamedArtifact = { id: string; path: string; sha256: string; size: number };

/** An approval with its decision. */
export type DecidedApproval = Pick<ApprovalDocument, "id" | "policyClass"> & {
  decision: NonNullable<ApprovalDocument["decision"]>;
};

/** A run as its entries describe it, without the service that recorded them. */
export type RecordedRun = {
  run: RunDocument | null;
  /** The complete request. */
  request: string;
  artifacts: NamedArtifact[];
  /** The approvals that somebody decided, in the order of their requests. */
  decided: DecidedApproval[];
  sessions: { document: TaskSessionDocument; instructions: string; guidance: string[] }[];
};

/** Folds a run's entries again, as the service did. The entries must have been verified before. */
export function recordedRun(entries: readonly AuditEntry[], runId: string): RecordedRun {
  const events = entries.toSorted((a, b) => a.sequence - b.sequence).map(eventOf);
  const created = events.find(({ type }) => type === "run.created");
  const artifacts = new Map<string, NamedArtifact>();
  for (const event of events) {
    if (!isEvent(event, runStream, "artifact.created")) continue;
    const { path, sha256, size } = event.data;
    artifacts.set(path, { id: `art_${event.seq}`, path, sha256, size });
  }
  const streams = [...new Set(events.map(({ stream }) => stream))];
  const sessions = streams.filter((stream) => stream.startsWith("task_session/"));
  return {
    run: fold(runStream, events, `run/${runId}`),
    request: dataOf(created, runStream, "run.created")?.request ?? "",
    artifacts: [...artifacts.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    decided: streams.filter((stream) => stream.startsWith("approval/")).flatMap((stream) => {
      const { id, policyClass, decision } = fold(approvalStream, events, stream) ?? {};
      return id && policyClass && decision ? [{ id, policyClass, decision }] : [];
    }),
    sessions: sessions.sort().flatMap((stream) => {
      const document = fold(taskSessionStream, events, stream);
      return document ? [{ document, ...toldTo(events, stream, document.id) }] : [];
    }),
  };
}

/** Folds the approval whose patch was delivered as a commit, or returns null. */
export function deliveredApproval(entries: readonly AuditEntry[]): ApprovalDocument | null {
  const events = entries.toSorted((a, b) => a.sequence - b.sequence).map(eventOf);
  const applied = events.flatMap((event) => dataOf(event, runStream, "run.patch_applied") ?? [])
    .findLast(({ delivery }) => delivery !== undefined);
  return applied ? fold(approvalStream, events, `approval/${applied.approvalId}`) : null;
}

function fold<Doc extends object>(
  stream: StreamOf<Doc>,
  events: readonly StoredEvent[],
  name: string,
): Doc | null {
  return events.filter((event) => event.stream === name)
    .reduce<Doc | null>((document, event) => stream.evolve(document, event), null);
}

function toldTo(events: readonly StoredEvent[], stream: string, id: string) {
  const planned = events.find((each) => each.stream === stream && each.type === "task_session.planned");
  const guidance = events
    .filter(({ taskSessionId }) => taskSessionId === id)
    .flatMap((event) => dataOf(event, taskSessionStream, "task_session.guidance_added") ?? [])
    .sort((a, b) => (a.guidanceId < b.guidanceId ? -1 : 1)).map(({ content }) => content);
  return {
    instructions: dataOf(planned, taskSessionStream, "task_session.planned")?.instructions ?? "",
    guidance,
  };
}

const eventOf = (entry: AuditEntry): StoredEvent => ({
  seq: entry.sequence,
  stream: entry.stream,
  version: entry.version,
  type: entry.type,
  at: entry.at,
  actor: entry.actor as Actor,
  data: entry.data,
  ...(entry.runId !== null && { runId: entry.runId }),
  ...(entry.taskSessionId !== null && { taskSessionId: entry.taskSessionId }),
  ...(entry.conversationId !== null && { conversationId: entry.conversationId }),
});
