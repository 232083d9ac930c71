import { z } from "zod";
import { idOf } from "../event.ts";
import { actorSchema } from "../runs/document.ts";
import { defineStream, type EventOf } from "../stream.ts";
import { memorySourceSchema } from "./stream.ts";

const candidateRuleSchema = z.enum(["approval_note", "run_failure", "repeated_guidance", "workflow"]);

const proposalSchema = z.object({
  rule: candidateRuleSchema,
  type: z.string(),
  scope: z.string(),
  scopeId: z.string().optional(),
  content: z.string(),
  source: memorySourceSchema,
  confidence: z.number(),
  /** Why it was suggested, in a sentence. */
  reason: z.string(),
  /** The same for the same statement about the same scope. */
  fingerprint: z.string(),
  /** Sequence numbers of the events that it was derived from. */
  evidence: z.array(z.number().int()),
  saidBy: actorSchema,
});
export type CandidateProposal = z.infer<typeof proposalSchema>;

export const memoryCandidateDocumentSchema = proposalSchema.extend({
  id: z.string(),
  status: z.enum(["pending", "promoted", "rejected"]),
  occurrences: z.number().int(),
  lastSeenAt: z.string(),
  recordId: z.string().optional(),
  decision: z.object({ reason: z.string().optional(), by: actorSchema, at: z.string() }).optional(),
  runId: z.string().optional(),
  taskSessionId: z.string().optional(),
  conversationId: z.string().optional(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type MemoryCandidateDocument = z.infer<typeof memoryCandidateDocumentSchema>;

/** The events of a candidate; shapes are frozen. */
export const memoryCandidateEvents = {
  "memory.candidate_extracted": proposalSchema,
  "memory.candidate_seen_again": z.object({ sequence: z.number().int() }),
  "memory.candidate_promoted": z.object({ recordId: z.string(), reason: z.string().optional() }),
  "memory.candidate_rejected": z.object({ reason: z.string().optional() }),
} as const;

type CandidateEvent = EventOf<typeof memoryCandidateEvents>;

/** How many of the underlying events a candidate names. */
const MAX_EVIDENCE = 20;

/** Something that may be worth remembering. A person decides; the candidate is kept either way. */
export const memoryCandidateStream = defineStream<MemoryCandidateDocument>()({
  kind: "memory_candidate",
  version: 1,
  events: memoryCandidateEvents,
  indexes: [["status"], ["fingerprint"]],
  countBy: "status",
  evolve: (candidate, event) => {
    if (event.type === "memory.candidate_extracted") return extracted(event);
    return candidate && { ...candidate, ...change(candidate, event), updatedAt: event.at };
  },
});

function extracted(
  event: Extract<CandidateEvent, { type: "memory.candidate_extracted" }>,
): MemoryCandidateDocument {
  return {
    id: idOf(event),
    ...event.data,
    status: "pending",
    occurrences: event.data.evidence.length,
    lastSeenAt: event.at,
    ...(event.runId && { runId: event.runId }),
    ...(event.taskSessionId && { taskSessionId: event.taskSessionId }),
    ...(event.conversationId && { conversationId: event.conversationId }),
    createdAt: event.at,
    updatedAt: event.at,
  };
}

function change(
  candidate: MemoryCandidateDocument,
  event: Exclude<CandidateEvent, { type: "memory.candidate_extracted" }>,
): Partial<MemoryCandidateDocument> {
  if (event.type === "memory.candidate_seen_again") {
    return {
      occurrences: candidate.occurrences + 1,
      lastSeenAt: event.at,
      evidence: [...candidate.evidence, event.data.sequence].slice(-MAX_EVIDENCE),
    };
  }
  const { reason } = event.data;
  const decision = { ...(reason && { reason }), by: event.actor, at: event.at };
  return event.type === "memory.candidate_promoted"
    ? { status: "promoted", recordId: event.data.recordId, decision }
    : { status: "rejected", decision };
}
