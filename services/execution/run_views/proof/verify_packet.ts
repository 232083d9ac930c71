import { runReplayPacketSchema } from "./audit_schemas.ts";
import { replayContent } from "./replay_content.ts";
import { malformed } from "./verify_audit.ts";
import { compareArtifacts, compareFields, type ProofReport, verifyEntries } from "./verify_proof.ts";
import type { Trusted } from "./walk.ts";

/**
 * Verifies a replay packet (`GET /runs/:id/replay-packet`) without the service: its entries, and that request, base,
 * plan, result and artifacts match them. Whether it could be done again depends on the moment and the machine, and
 * cannot be proved.
 */
export function verifyPacket(document: unknown, trusted: Trusted = {}): ProofReport {
  const parsed = runReplayPacketSchema.safeParse(document);
  if (!parsed.success) return malformed("a replay packet", parsed.error.issues[0]);
  const { runId, proof, request, base, plan, result, artifacts } = parsed.data;
  if (!proof) {
    const detail =
      "It contains no entries, so nothing in it can be proved. Export it again with a newer version.";
    return {
      ok: false,
      runId,
      checks: [{ name: "entries", ok: false, detail }],
      broken: { sequence: null, reason: "there are no entries" },
    };
  }
  const { checks, broken, recorded } = verifyEntries(proof, runId, trusted);
  if (recorded?.run) {
    const told = replayContent({ ...recorded, run: recorded.run });
    checks.push(
      compareFields("request", request, told.request),
      compareFields("base", { base }, { base: told.base }),
      compareFields("plan", byId(plan), byId(told.plan)),
      compareFields("result", result, told.result),
      compareArtifacts(artifacts, told.artifacts),
    );
    if (plan.length !== told.plan.length) {
      checks.push({ name: "plan", ok: false, detail: "A task appears twice." });
    }
  }
  return { ok: checks.every(({ ok }) => ok), runId, checks, broken };
}

const byId = (tasks: readonly { id: string }[]): Record<string, unknown> =>
  Object.fromEntries(tasks.map((task) => [task.id, task]));
