import { defineView, on, type Tables } from "../view.ts";
import { taskSessionStream } from "./stream.ts";

/** A row of `guidance`: one message to a task session. */
export type GuidanceRow = {
  id: string;
  task_session_id: string;
  run_id: string;
  content: string;
  actor: string;
  status: "pending" | "consumed" | "expired" | "not_understood";
  detail: string | null;
  consumed_at_sequence: number | null;
  created_at: string;
};

/** The messages to each task session, and whether they were used. */
export const guidanceView = defineView({
  name: "guidance",
  version: 2,
  tables: {
    guidance: {
      erasedBy: { run: "run_id" },
      columns:
        `id text primary key, task_session_id text not null, run_id text not null, content text not null,
        actor text not null, status text not null, detail text, consumed_at_sequence integer, created_at text not null`,
      indexes: ["task_session_id, id", "run_id"],
    },
  },
  folds: [
    on(taskSessionStream, {
      "task_session.guidance_added": (tables, { data, at, actor, runId = "", taskSessionId }) => {
        if (!taskSessionId) return;
        tables.run(
          "insert into {guidance} values (?, ?, ?, ?, ?, 'pending', null, null, ?)",
          data.guidanceId,
          taskSessionId,
          runId,
          data.content,
          actor,
          at,
        );
      },
      "task_session.guidance_consumed": (tables, { data, seq, taskSessionId }) => {
        if (taskSessionId) updateGuidance(tables, data.guidanceIds, { status: "consumed", seq });
      },
      "task_session.guidance_expired": (tables, { data, taskSessionId }) => {
        if (taskSessionId) updateGuidance(tables, data.guidanceIds, { status: "expired" });
      },
      "task_session.guidance_not_understood": (tables, { data, taskSessionId }) => {
        const { guidanceIds, detail } = data;
        if (taskSessionId) updateGuidance(tables, guidanceIds, { status: "not_understood", detail });
      },
    }),
  ],
});

/** Returns the messages to a run's task sessions that are not used yet, oldest first. */
export const pendingGuidance = (tables: Pick<Tables, "all">, runId: string): GuidanceRow[] =>
  tables.all<GuidanceRow>(
    "select * from {guidance} where run_id = ? and status = 'pending' order by id",
    runId,
  );

function updateGuidance(
  tables: Tables,
  ids: readonly string[],
  { status, seq = null, detail = null }: {
    status: GuidanceRow["status"];
    seq?: number | null;
    detail?: string | null;
  },
): void {
  for (const id of ids) {
    tables.run(
      "update {guidance} set status = ?, consumed_at_sequence = ?, detail = ? where id = ?",
      status,
      seq,
      detail,
      id,
    );
  }
}
