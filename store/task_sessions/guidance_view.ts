import { defineView } from "../view.ts";

/** A row of `guidance`: one thing that somebody told a task session. */
export type GuidanceRow = {
  id: string;
  task_session_id: string;
  run_id: string;
  content: string;
  actor: string;
  status: "pending" | "consumed" | "expired";
  consumed_at_sequence: number | null;
  created_at: string;
};

/** What was told to each task session, and whether it was used. */
export const guidanceView = defineView({
  name: "guidance",
  version: 1,
  tables: {
    guidance: {
      columns:
        `id text primary key, task_session_id text not null, run_id text not null, content text not null,
        actor text not null, status text not null, consumed_at_sequence integer, created_at text not null`,
      indexes: ["task_session_id, id", "run_id"],
    },
  },
  apply(tables, event) {
    const session = event.taskSessionId;
    if (!session) return;
    if (event.type === "task_session.guidance_added") {
      const { guidanceId, content } = event.data as { guidanceId: string; content: string };
      tables.run(
        "insert into {guidance} values (?, ?, ?, ?, ?, 'pending', null, ?)",
        guidanceId,
        session,
        event.runId ?? "",
        content,
        event.actor,
        event.at,
      );
    }
    if (event.type === "task_session.guidance_consumed" || event.type === "task_session.guidance_expired") {
      const consumed = event.type === "task_session.guidance_consumed";
      for (const id of (event.data as { guidanceIds: string[] }).guidanceIds) {
        tables.run(
          "update {guidance} set status = ?, consumed_at_sequence = ? where id = ?",
          consumed ? "consumed" : "expired",
          consumed ? event.seq : null,
          id,
        );
      }
    }
  },
  erase: (tables, runId) => void tables.run("delete from {guidance} where run_id = ?", runId),
});
