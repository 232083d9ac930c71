import type { WaitingFor } from "../../../store/runs/document.ts";
import type { StreamOf } from "../../../store/stream.ts";
import type { WaitRow } from "../../../store/task_sessions/waits_view.ts";
import type { Core } from "../../ground/kernel/context.ts";

type Waiting = { status: string; waitingFor?: WaitingFor | undefined };

const PAGE = 100;

/** A deadline that is after all others, for the waits that have one. */
export const ANY_DEADLINE = "9999";

/**
 * Returns the runs or task sessions that wait for a kind of thing now, the soonest deadline first. With `until`, only those whose
 * deadline is no later; without it, those that have none come first. They are read while they are iterated: change nothing until
 * then.
 */
export function* waitsFor<Doc extends Waiting>(
  { store: { documents } }: Pick<Core, "store">,
  stream: StreamOf<Doc>,
  kind: Exclude<WaitingFor["kind"], "approval">,
  until?: string,
): Generator<Doc> {
  const isInTime = until === undefined ? "" : "and until <= ?";
  const values = [stream.kind, kind, ...(until === undefined ? [] : [until])];
  for (let offset = 0;; offset += PAGE) {
    const rows = documents.tables.all<WaitRow>(
      `select id, kind, until from {waits} where stream = ? and kind = ? ${isInTime}
        order by until, id limit ? offset ?`,
      ...values,
      PAGE,
      offset,
    );
    for (const row of rows) {
      const found = documents.get(stream, row.id);
      const wait = found?.status === "waiting" ? found.waitingFor : undefined;
      if (found && wait?.kind === kind && (wait.expiresAt ?? null) === row.until) yield found;
    }
    if (rows.length < PAGE) return;
  }
}
