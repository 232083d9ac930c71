import { sha256 } from "../../../store/chain.ts";
import {
  type MemoryCandidateDocument,
  memoryCandidateStream,
} from "../../../store/memory/candidate_stream.ts";
import type { SignalRow } from "../../../store/memory/signals_view.ts";
import { foldInTurns } from "../../../store/fold_when_idle.ts";
import { bagOf } from "../../../store/memory/statements.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { eachInParts } from "../../ground/kernel/in_parts.ts";
import { contextOfRecord } from "./create.ts";
import { type DerivedMemory, readFailure, readGuidance, readNote } from "./extraction_rules.ts";
import { projectId } from "./origin.ts";

/** How many signals one pass reads; the rest wait for the next. */
const MAX_SIGNALS = 2000;

/** The result of a pass over the signals after `from`. */
export type Extraction = {
  from: number;
  to: number;
  counts: Record<SignalRow["kind"], number>;
  candidates: MemoryCandidateDocument[];
};

/**
 * Extracts candidates from what was said and happened after the cursor. A statement is proposed once, whatever was decided
 * about it, so that signals may be read again by the next pass where this one is stopped.
 */
export async function extractCandidates(ctx: Ctx, from: number, client?: AbortSignal): Promise<Extraction> {
  await foldInTurns(ctx.store);
  const signals = ctx.store.projector.tables.all<SignalRow>(
    "select * from {memory_signals} where sequence > ? order by sequence limit ?",
    from,
    MAX_SIGNALS,
  );
  const counts = { approval_note: 0, run_failure: 0, guidance: 0 };
  const candidates: MemoryCandidateDocument[] = [];
  await eachInParts(ctx, signals, (signal) => {
    const run = ctx.store.documents.get(runStream, signal.run_id);
    // An attempt of a trial is made in a clone that is gone, and says nothing about a project.
    if (!run || run.trial || !isSaid(signal)) return;
    counts[signal.kind]++;
    const made = propose(ctx, signal, run);
    if (made) candidates.push(made);
  }, client);
  return { from, to: signals.at(-1)?.sequence ?? from, counts, candidates };
}

function propose(ctx: Ctx, signal: SignalRow, run: RunDocument): MemoryCandidateDocument | null {
  const { reading, evidence, scopeId } = read(ctx, signal, run);
  if (!reading) return null;
  const scope = scopeId === undefined ? "global" : "project";
  const about = reading.rule === "run_failure" ? `${signal.detail} ${signal.content}` : reading.content;
  const fingerprint = sha256(`${scope}\n${scopeId ?? ""}\n${bagOf(about)}`).slice(0, 32);
  const known = ctx.store.documents.find(memoryCandidateStream, { fingerprint }, { limit: 1 })[0];
  const context = contextOfRecord({
    runId: signal.run_id,
    taskSessionId: signal.task_session_id ?? undefined,
    conversationId: signal.conversation_id ?? undefined,
  });
  if (known) {
    if (!known.evidence.includes(signal.sequence)) {
      const seen = { type: "memory.candidate_seen_again" as const, data: { sequence: signal.sequence } };
      record(ctx, memoryCandidateStream, known.id, [seen], context);
    }
    return null;
  }
  if (isRemembered(ctx, scope, scopeId, reading.content)) return null;
  const id = ctx.newId("memcand");
  const source = { kind: SOURCE[signal.kind], id: signal.source_id };
  const data = { ...reading, scope, scopeId, source, fingerprint, evidence, saidBy: signal.actor };
  record(ctx, memoryCandidateStream, id, [{ type: "memory.candidate_extracted", data }], context);
  return ctx.store.documents.get(memoryCandidateStream, id);
}

/** Who gives guidance in own words. What the service itself tells a worker, such as in a fix round, is nobody's habit. */
const GUIDES: readonly SignalRow["actor"][] = ["operator", "agent"];

const isSaid = ({ kind, actor }: SignalRow): boolean => kind !== "guidance" || GUIDES.includes(actor);

const SOURCE = { approval_note: "approval", run_failure: "run", guidance: "task_session" } as const;

function read(
  ctx: Ctx,
  signal: SignalRow,
  run: RunDocument,
): { reading: DerivedMemory | null; evidence: number[]; scopeId?: string } {
  const here = { evidence: [signal.sequence], scopeId: projectId(run.repoPath) };
  if (signal.kind === "approval_note") return { reading: readNote(signal), ...here };
  if (signal.kind === "run_failure") return { reading: readFailure(signal, run.request), ...here };
  const same = ctx.store.projector.tables.all<SignalRow>(
    `select * from {memory_signals} where kind = 'guidance' and fingerprint = ? and sequence <= ?
     order by sequence desc limit 20`,
    signal.fingerprint,
    signal.sequence,
  ).filter(isSaid);
  const sessions = new Set(same.map((each) => each.source_id)).size;
  const projects = new Set(
    same.map((each) => ctx.store.documents.get(runStream, each.run_id)?.repoPath ?? "").filter((path) =>
      path
    ),
  );
  return {
    reading: readGuidance(signal, sessions),
    evidence: same.map((each) => each.sequence).reverse(),
    ...(projects.size === 1 && { scopeId: here.scopeId }),
  };
}

/** Whether an active record of that scope makes the same statement and still holds. */
const isRemembered = (ctx: Ctx, scope: string, scopeId: string | undefined, content: string): boolean =>
  ctx.store.projector.tables.get(
    `select 1 from {memory_records} where status = 'active' and scope = ? and scope_id = ? and statement_key = ?
     and (valid_to is null or valid_to > ?) limit 1`,
    scope,
    scopeId ?? "",
    sha256(bagOf(content)).slice(0, 32),
    ctx.now().toISOString(),
  ) !== undefined;
