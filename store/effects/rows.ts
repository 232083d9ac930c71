import { idOf, type StoredEvent } from "../event.ts";
import type { Tables } from "../view.ts";
import type { EffectState } from "./states.ts";

/** A row of the table `effects`; its newest attempt counts. */
export type EffectRow = {
  /** The kind, a dot, and the id of its subject. */
  id: string;
  kind: string;
  subject: string;
  run_id: string | null;
  state: EffectState;
  detail: string | null;
  /** Whether a person said how it stands. */
  settled: 0 | 1;
  begun_at: string;
  updated_at: string;
  /** The sequence of the newest event that changed it. */
  sequence: number;
};

type Event = Pick<StoredEvent, "stream" | "runId" | "at" | "seq">;

/** Returns the run that an approval undoes, if it does. */
export const undoOf = (tables: Tables, event: Event): { run_id: string } | undefined =>
  tables.get<{ run_id: string }>("select run_id from {effect_undos} where approval_id = ?", idOf(event));

/** Approvals of other subjects than patches have no effect of their own: their domains record it. */
export const patchKind = (tables: Tables, event: Event): string => undoOf(tables, event) ? "undo" : "patch";

/** Starts an effect, or its next attempt after one that ended. */
export function begin(
  tables: Tables,
  event: Event,
  kind: string,
  state: EffectState = "begun",
  subject = idOf(event),
): void {
  tables.run(
    `insert into {effects} values (?, ?, ?, ?, ?, null, 0, ?, ?, ?) on conflict (id) do update set
     state = excluded.state, detail = null, settled = 0, begun_at = excluded.begun_at,
     updated_at = excluded.updated_at, sequence = excluded.sequence`,
    `${kind}.${subject}`,
    kind,
    subject,
    event.runId || null,
    state,
    event.at,
    event.at,
    event.seq,
  );
}

/** Records how an effect stands. */
export function move(
  tables: Tables,
  event: Event,
  kind: string,
  state: EffectState,
  detail: string | null = null,
  subject = idOf(event),
): void {
  tables.run(
    "update {effects} set state = ?, detail = ?, updated_at = ?, sequence = ? where id = ?",
    state,
    detail,
    event.at,
    event.seq,
    `${kind}.${subject}`,
  );
}

/** Nothing is attempted any more, and the last attempt was not confirmed. */
export function giveUp(tables: Tables, event: Event, kind: string): void {
  tables.run(
    "update {effects} set state = 'uncertain', updated_at = ?, sequence = ? where id = ? and state = 'waiting'",
    event.at,
    event.seq,
    `${kind}.${idOf(event)}`,
  );
}

/** A run that has ended does not ask a connector any more what became of an action. */
export function abandon(tables: Tables, event: Event): void {
  tables.run(
    `update {effects} set state = 'uncertain', detail = ?, updated_at = ?, sequence = ?
     where run_id = ? and kind = 'connector_action' and state = 'begun'`,
    "The run ended before the connector said what became of it.",
    event.at,
    event.seq,
    idOf(event),
  );
}
