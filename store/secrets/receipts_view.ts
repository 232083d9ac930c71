import { idOf } from "../event.ts";
import { defineView, on } from "../view.ts";
import { secretStream } from "./stream.ts";

/** One use of a secret, as the view keeps it. */
export type SecretReceiptRow = {
  sequence: number;
  secret_id: string;
  version: number;
  call: string;
  host: string;
  actor: string;
  run_id: string | null;
  task_session_id: string | null;
  at: string;
};

/** Who was given which secret, when, for which call to which host. */
export const secretReceiptsView = defineView({
  name: "secret_receipts",
  version: 1,
  tables: {
    secret_receipts: {
      // A receipt contains nothing of what a run was about, and outlives it.
      erasedBy: { streams: { secret: "secret_id" } },
      columns: "sequence integer primary key, secret_id text not null, version integer not null, " +
        "call text not null, host text not null, actor text not null, run_id text, task_session_id text, at text not null",
      indexes: ["secret_id, sequence"],
    },
  },
  folds: [
    on(secretStream, {
      "secret.used": (tables, event) => {
        const { version, call, host, runId, taskSessionId } = event.data;
        tables.run(
          `insert into {secret_receipts} (sequence, secret_id, version, call, host, actor, run_id, task_session_id, at)
           values (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
          event.seq,
          idOf(event),
          version,
          call,
          host,
          event.actor,
          runId,
          taskSessionId,
          event.at,
        );
      },
    }),
  ],
});
