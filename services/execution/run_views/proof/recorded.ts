import { type ApprovalDocument, approvalStream } from "../../../../store/approvals/stream.ts";
import type { Actor, StoredEvent } from "../../../../store/event.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import type { AnyStream } from "../../../../store/stream.ts";
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
  const created = events.find(({ type }) => type === "run.created")?.data as { request: string } | undefined;
  const artifacts = new Map<string, NamedArtifact>();
  for (const { type, seq, data } of events) {
    if (type !== "artifact.created") continue;
    const { path, sha256, size } = data as NamedArtifact;
    artifacts.set(path, { id: `art_${seq}`, path, sha256, size });
  }
  const streams = [...new Set(events.map(({ stream }) => stream))];
  const sessions = streams.filter((stream) => stream.startsWith("task_session/"));
  return {
    run: fold<RunDocument>(runStream, events, `run/${runId}`),
    request: created?.request ?? "",
    artifacts: [...artifacts.values()].sort((a, b) => (a.path < b.path ? -1 : 1)),
    decided: streams.filter((stream) => stream.startsWith("approval/")).flatMap((stream) => {
      const { id, policyClass, decision } = fold<ApprovalDocument>(approvalStream, events, stream) ?? {};
      return id && policyClass && decision ? [{ id, policyClass, decision }] : [];
    }),
    sessions: sessions.sort().flatMap((stream) => {
      const document = fold<TaskSessionDocument>(taskSessionStream, events, stream);
      return document ? [{ document, ...toldTo(events, stream, document.id) }] : [];
    }),
  };
}

/** Folds the approval whose patch was delivered as a commit, or returns null. */
export function deliveredApproval(entries: readonly AuditEntry[]): ApprovalDocument | null {
  const events = entries.toSorted((a, b) => a.sequence - b.sequence).map(eventOf);
  const applied = events.findLast(({ type, data }) =>
    type === "run.patch_applied" && (data as { delivery?: object }).delivery !== undefined
  );
  if (!applied) return null;
  const { approvalId } = applied.data as { approvalId: string };
  return fold<ApprovalDocument>(approvalStream, events, `approval/${approvalId}`);
}

function fold<Doc>(stream: AnyStream, events: readonly StoredEvent[], name: string): Doc | null {
  return events.filter((event) => event.stream === name)
    .reduce<Doc | null>((document, event) => stream.evolve(document, event), null);
}

function toldTo(events: readonly StoredEvent[], stream: string, id: string) {
  const planned = events.find((each) => each.stream === stream && each.type === "task_session.planned");
  const guidance = events
    .filter(({ type, taskSessionId }) => type === "task_session.guidance_added" && taskSessionId === id)
    .map(({ data }) => data as { guidanceId: string; content: string })
    .sort((a, b) => (a.guidanceId < b.guidanceId ? -1 : 1)).map(({ content }) => content);
  return {
    instructions: (planned?.data as { instructions?: string } | undefined)?.instructions ?? "",
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
