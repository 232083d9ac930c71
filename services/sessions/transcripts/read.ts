import type { TranscriptRow } from "../../../store/transcripts/view.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { NotFoundError } from "../../ground/kernel/errors.ts";
import { readMaterial } from "../../ground/material/read.ts";
import { requireTaskSession } from "../task_sessions/read_model.ts";
import { type TranscriptsLive, transcriptsOfSession } from "./live.ts";
import type { OpenTranscript } from "./open_transcript.ts";
import type { TranscriptEntry, TranscriptPage, TranscriptQuery } from "./schemas.ts";

/** The most entries of one response. */
const PAGE = 1000;

/**
 * Returns what the worker of a task session said and did, live or as stored. Throws `NotFoundError` for an unknown
 * session or number, and `UnavailableError` if its file is missing or damaged.
 */
export async function readTranscript(
  ctx: Ctx<TranscriptsLive>,
  id: string,
  { number, after }: TranscriptQuery,
): Promise<TranscriptPage> {
  const { runId } = requireTaskSession(ctx, id);
  const kept = transcriptsOfSession(ctx, id);
  const open = ctx.transcripts.of(id);
  const isOpen = open !== null && !kept.some((row) => row.number === open.number);
  const transcripts = [...kept.map(listed), ...(isOpen ? [listedOpen(open)] : [])];
  const wanted = number ?? transcripts.at(-1)?.number ?? null;
  const common = { taskSessionId: id, runId, number: wanted, transcripts };
  if (wanted === null) return { ...common, entries: [], cursor: 0, more: false };
  if (isOpen && wanted === open.number) return { ...common, ...open.after(after, PAGE) };
  const row = kept.find((one) => one.number === wanted);
  if (!row) throw new NotFoundError(`transcript of the task session ${id}`, String(wanted));
  const all = await entriesOfKept(ctx, row);
  const entries = all.slice(after, after + PAGE);
  const cursor = after + entries.length;
  return { ...common, entries, cursor, more: cursor < all.length };
}

/** Returns all entries of a stored transcript. Throws what `readMaterial` throws. */
export async function entriesOfKept(ctx: Ctx, { material_id }: TranscriptRow): Promise<TranscriptEntry[]> {
  const text = new TextDecoder().decode(await readMaterial(ctx, material_id));
  return text.split("\n").slice(0, -1).map((line) => JSON.parse(line) as TranscriptEntry);
}

type Listed = TranscriptPage["transcripts"][number];

const listed = ({ number, attempt, interrupted, started_at, kept_at }: TranscriptRow): Listed => ({
  number,
  attempt,
  state: interrupted ? "interrupted" : "kept",
  startedAt: started_at,
  endedAt: kept_at,
});

const listedOpen = ({ number, attempt, startedAt }: OpenTranscript): Listed => ({
  number,
  attempt,
  state: "open",
  startedAt,
  endedAt: null,
});
