import { sha256 } from "../../../store/chain.ts";
import { memoryCandidateStream } from "../../../store/memory/candidate_stream.ts";
import { bagOf } from "../../../store/memory/statements.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { projectId } from "./origin.ts";

/** What a workflow proposes to remember, and which of its task sessions proposed it. */
type Proposal = { type: string; content: string; taskSessionId: string };

/**
 * Records a run's proposal about its repository, in the caller's unit, and returns its id; a person decides. A repeated proposal
 * returns the existing one, whatever was decided.
 */
export function proposeMemory(
  ctx: Ctx,
  run: RunDocument,
  { type, content, taskSessionId }: Proposal,
): string {
  const scopeId = projectId(run.repoPath);
  const fingerprint = sha256(`project\n${scopeId}\n${bagOf(content)}`).slice(0, 32);
  const known = ctx.store.documents.find(memoryCandidateStream, { fingerprint }, { limit: 1 })[0];
  if (known) return known.id;
  const id = ctx.newId("memcand");
  const data = {
    rule: "workflow" as const,
    type,
    scope: "project",
    scopeId,
    content,
    source: { kind: "task_session" as const, id: taskSessionId },
    confidence: 0.5,
    reason: "A workflow proposed it.",
    fingerprint,
    evidence: [],
    saidBy: run.createdBy,
  };
  const context = {
    runId: run.id,
    taskSessionId,
    ...(run.conversationId && { conversationId: run.conversationId }),
  };
  record(ctx, memoryCandidateStream, id, [{ type: "memory.candidate_extracted", data }], context);
  return id;
}
