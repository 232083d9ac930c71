import { eventId } from "../../../store/event.ts";
import { assignmentStream } from "../../../store/worker_machines/assignment.ts";
import type { MachineWorkRow } from "../../../store/worker_machines/work_view.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { requireMachine } from "./leases/known.ts";
import type { MachineLog, MachineLogQuery } from "./schemas.ts";

/** Returns what a machine did, newest first, and for which runs. Throws `NotFoundError`. */
export function machineLog(ctx: Ctx, named: string, { limit, offset }: MachineLogQuery): MachineLog {
  const machine = requireMachine(ctx, named);
  const { documents } = ctx.store;
  const rows = documents.tables.all<MachineWorkRow>(
    "select * from {machine_work} where machine_id = ? order by sequence desc limit ? offset ?",
    machine.id,
    limit,
    offset,
  );
  return {
    machineId: machine.id,
    name: machine.name,
    items: rows.map((row) => {
      const { repoPath, command, taskSessionId } = documents.get(assignmentStream, row.assignment_id)!;
      return {
        id: eventId(row.sequence),
        assignmentId: row.assignment_id,
        runId: row.run_id,
        repoPath,
        taskSessionId: taskSessionId ?? null,
        command: command ?? null,
        outcome: row.outcome,
        exitCode: row.exit_code,
        detail: row.detail,
        claimedAt: row.claimed_at,
        endedAt: row.ended_at,
      };
    }),
  };
}
