import { isDeepStrictEqual } from "node:util";
import { GENESIS, hashData, hashEvent } from "../../../../store/chain.ts";
import { type Actor, eventId } from "../../../../store/event.ts";
import type { AuditEntry, AuditLink, AuditProof } from "./audit_schemas.ts";
import { isWithheld, MAX_FOLLOWED } from "./prove.ts";

/** What a verifier may know besides the file: a trusted hash of the log, and which entries were exported without their data. */
export type Trusted = { head?: string; withheld?: ReadonlySet<number> };

/** The first invalid entry; `sequence` is null if it is none of them. */
export type BrokenEntry = { sequence: number | null; reason: string };

/** The result of walking a proof. */
type Walk = {
  broken: BrokenEntry | null;
  /** How many entries, including links, follow each other without a gap. */
  linked: number;
  /** True if they lead up to the head of the log. */
  reachesHead: boolean;
};

/**
 * Walks the entries of a proof and the links between them in order, and computes every hash again. `head`, if given, is
 * a trusted hash of the log that must occur; `withheld` names entries without data.
 */
export function walkProof(proof: AuditProof, runId: string, { head, withheld }: Trusted): Walk {
  const { entries, links, chain } = proof;
  const all = [...entries, ...links ?? []].toSorted((a, b) => a.sequence - b.sequence);
  const own = new Set<AuditLink>(entries);
  const through = links ? chain.linkedThrough ?? 0 : 0;
  const stop = (sequence: number | null, reason: string): Walk => ({
    broken: { sequence, reason },
    linked: 0,
    reachesHead: false,
  });
  let before: AuditLink | null = null;
  let linked = 0;
  for (const link of all) {
    const { sequence } = link;
    const fault = linkFault(link, before, through) ??
      (own.has(link)
        ? entryFault(link as AuditEntry, runId, links !== undefined, withheld)
        : foreignFault(link, runId));
    if (fault) return stop(sequence, fault);
    if (before === null || before.sequence + 1 === sequence) linked++;
    before = link;
  }
  const followed = all.filter(({ sequence }) => sequence <= through);
  const last = followed.at(-1);
  if (through > 0 && last?.sequence !== through) return stop(through, "it is missing, as is what led to it");
  const reachesHead = last?.sequence === chain.headSequence;
  if (links && !reachesHead && followed.length < MAX_FOLLOWED) {
    return stop(chain.headSequence, "it is the head of the log, but what leads to it is missing");
  }
  if (reachesHead && last.hash !== chain.headHash) {
    return stop(chain.headSequence, "its hash is not that of the head");
  }
  if (head !== undefined && !all.some(({ hash }) => hash === head)) {
    return stop(null, `no entry has the trusted hash ${head}`);
  }
  return { broken: null, linked, reachesHead };
}

function linkFault(link: AuditLink, before: AuditLink | null, through: number): string | null {
  const { sequence } = link;
  if (before && before.sequence === sequence) return "it appears twice";
  if (before && before.sequence + 1 < sequence && sequence <= through) {
    return `the entry ${before.sequence + 1}, which leads to it, is missing`;
  }
  if (sequence === 1 && link.previousHash !== GENESIS) {
    return "it is the first entry, but names a previous one";
  }
  if (before && before.sequence + 1 === sequence && link.previousHash !== before.hash) {
    return "it does not link to the previous entry";
  }
  if (hashOf(link) !== link.hash) return "its hash does not match its fields";
  return link.id === eventId(sequence) ? null : "its id does not match its sequence";
}

function entryFault(
  entry: AuditEntry,
  runId: string,
  isWhole: boolean,
  withheld: Trusted["withheld"],
): string | null {
  if (entry.runId !== runId) return `it belongs to the run ${entry.runId}, not to ${runId}`;
  if (withheld ? withheld.has(entry.sequence) : !isWhole && isWithheld(entry)) {
    return entry.data === null && entry.dataText === null && entry.salt === null
      ? null
      : "it is withheld, but has data";
  }
  if (entry.dataText === null || entry.salt === null) return "its data is missing";
  if (hashData(entry.salt, entry.dataText) !== entry.dataSha256) return "its data does not match its hash";
  return isDeepStrictEqual(parsed(entry.dataText), entry.data) ? null : "its data does not match its text";
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const foreignFault = (link: AuditLink, runId: string): string | null =>
  link.runId === runId ? "it belongs to this run, but its data is missing" : null;

const hashOf = (link: AuditLink): string =>
  hashEvent({
    seq: link.sequence,
    stream: link.stream,
    version: link.version,
    type: link.type,
    at: link.at,
    actor: link.actor as Actor,
    run_id: link.runId,
    task_session_id: link.taskSessionId,
    conversation_id: link.conversationId,
    data_sha256: link.dataSha256,
    prev_hash: link.previousHash,
  });
