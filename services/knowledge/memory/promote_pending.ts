import {
  type MemoryCandidateDocument,
  memoryCandidateStream,
} from "../../../store/memory/candidate_stream.ts";
import { contradicts, statementsOf } from "../../../store/memory/statements.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { eachInParts } from "../../ground/kernel/in_parts.ts";
import { promoteMemoryCandidate } from "./decide.ts";
import type { MemoryMaintenanceReport } from "./housekeeping_schemas.ts";

/** The confidence that a candidate needs to be promoted without review. */
const SURE = 0.8;
const PAGE = 200;

type Outcome = Pick<MemoryMaintenanceReport, "promoted" | "notPromoted">;

/**
 * Promotes pending candidates, oldest first, that are confident enough, came from the operator and contradict no active record;
 * returns for each other one why it still waits for a person.
 */
export async function promotePending(
  ctx: Ctx,
  scope: string | undefined,
  client?: AbortSignal,
): Promise<Outcome> {
  const outcome: Outcome = { promoted: [], notPromoted: [] };
  const wanted = pendingOf(ctx).filter((candidate) => scope === undefined || candidate.scope === scope);
  await eachInParts(ctx, wanted, (candidate) => {
    const now = ctx.store.documents.get(memoryCandidateStream, candidate.id);
    if (now?.status !== "pending") return;
    const reason = obstacle(ctx, candidate);
    if (reason) outcome.notPromoted.push({ id: candidate.id, reason });
    else {
      const { value: record } = promoteMemoryCandidate(ctx, candidate.id, {
        reason: "maintenance was asked to promote",
      });
      outcome.promoted.push({ id: candidate.id, recordId: record.id });
    }
  }, client);
  return outcome;
}

function pendingOf({ store }: Ctx): MemoryCandidateDocument[] {
  const all: MemoryCandidateDocument[] = [];
  for (let after = "";;) {
    const page = store.documents.find(memoryCandidateStream, { status: "pending" }, { limit: PAGE, after });
    all.push(...page);
    if (page.length < PAGE) return all;
    after = page.at(-1)!.id;
  }
}

function obstacle(ctx: Ctx, candidate: MemoryCandidateDocument): string | null {
  if (candidate.saidBy !== "operator") {
    return `It came from the ${candidate.saidBy}, so only a person can promote it.`;
  }
  if (candidate.confidence < SURE) {
    return `Its confidence is ${candidate.confidence.toFixed(2)}, below ${SURE}.`;
  }
  const opposed = opponentOf(ctx, candidate);
  return opposed && `It contradicts the active record ${opposed}.`;
}

/** Returns an active record of the same scope that still holds and that the text contradicts. */
function opponentOf(ctx: Ctx, { scope, scopeId, content }: MemoryCandidateDocument): string | null {
  for (const { subject, value } of statementsOf(content)) {
    const rows = ctx.store.projector.tables.all<{ id: string; value: string }>(
      `select r.id, s.value from {memory_statements} s join {memory_records} r on r.sequence = s.record_sequence
       where s.active = 1 and s.scope = ? and s.scope_id = ? and s.subject = ?
       and (r.valid_to is null or r.valid_to > ?) limit 20`,
      scope,
      scopeId ?? "",
      subject,
      ctx.now().toISOString(),
    );
    const opposed = rows.find((row) => contradicts(row.value, value));
    if (opposed) return opposed.id;
  }
  return null;
}
