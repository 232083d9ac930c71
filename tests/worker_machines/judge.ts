import assert from "node:assert/strict";
import type { EventEnvelope } from "../../services/ground/kernel/envelope.ts";

/** An event of the log, as far as it is about who works on what. */
type Fact = Pick<EventEnvelope, "subject" | "type" | "data">;

/** What became of the assignments in a log, as numbers. */
export type Judged = { offered: number; claims: number; delivered: number; tasks: number; lost: number };

/**
 * Reads from a log that nobody held what another machine held, that each fence was claimed once and the next one is higher, and
 * that nothing was delivered twice, or by anybody but its holder. Throws if that is not so.
 */
export function judgeAssignments(events: readonly Fact[]): Judged {
  const holders = new Map<string, string | null>();
  const fences = new Map<string, number>();
  const over = new Set<string>();
  const judged = { offered: 0, claims: 0, delivered: 0, tasks: 0, lost: 0 };
  for (const { subject, type, data } of events) {
    if (!subject.startsWith("assignment/")) continue;
    const { machineId = "", fence = 0 } = data as { machineId?: string; fence?: number };
    if (type === "assignment.offered" || type === "assignment.task_offered") judged.offered++;
    else if (type === "assignment.claimed") {
      assert.ok(!over.has(subject), `${subject} was claimed when it was over`);
      assert.equal(holders.get(subject) ?? null, null, `${subject} was held by two machines`);
      assert.ok(fence > (fences.get(subject) ?? 0), `${subject} was claimed twice with the fence ${fence}`);
      holders.set(subject, machineId);
      fences.set(subject, fence);
      judged.claims++;
    } else if (type === "assignment.delivered" || type === "assignment.task_delivered") {
      assert.ok(!over.has(subject), `${subject} was delivered twice, or when it was over`);
      assert.equal(holders.get(subject), machineId, `${subject} was delivered by another machine`);
      over.add(subject);
      judged.delivered++;
      if (type === "assignment.task_delivered") judged.tasks++;
    } else if (type === "assignment.lost") {
      judged.lost++;
      holders.set(subject, null);
    } else if (type === "assignment.ended") over.add(subject);
  }
  return judged;
}
