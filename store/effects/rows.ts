import { idOf, type StoredEvent } from "../event.ts";
import type { Tables } from "../view.ts";
import type { OutsideKind } from "./kinds.ts";
import type { EffectState } from "./states.ts";

/** A row of the table `effects`; its newest attempt counts. */
export type EffectRow = {
  /** The kind, a dot, and the id of its subject; for an earlier effect of the same subject with a number after it. */
  id: string;
  kind: OutsideKind;
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

/** How an effect ends of which nothing is attempted any more. */
type End = { state: "not_done" | "uncertain"; detail?: string };

/** The row of an effect, as an event changes it. Its subject is that of the event's stream, unless another is given. */
export class EffectChange {
  readonly #id: string;

  constructor(
    readonly tables: Tables,
    readonly event: Event,
    readonly kind: OutsideKind,
    readonly subject: string = idOf(event),
  ) {
    this.#id = `${kind}.${subject}`;
  }

  /** Starts it, or its next attempt after one that ended. */
  begin(state: EffectState = "begun"): void {
    this.#insert(
      state,
      `do update set state = excluded.state, detail = null, settled = 0, begun_at = excluded.begun_at,
       updated_at = excluded.updated_at, sequence = excluded.sequence`,
    );
  }

  /** Records its intent, unless it is known: what was decided twice happens once. */
  intendOnce(): void {
    this.#insert("intended", "do nothing");
  }

  /** Records how it stands. */
  move(state: EffectState, detail: string | null = null): void {
    const { at, seq } = this.event;
    this.tables.run(
      "update {effects} set state = ?, detail = ?, updated_at = ?, sequence = ? where id = ?",
      state,
      detail,
      at,
      seq,
      this.#id,
    );
  }

  /** Ends it, unless it has ended. */
  close(end: End): void {
    closeEffects(this.tables, this.event, end, "id = ?", this.#id);
  }

  /** Keeps it under another id, since the next effect of its subject is not its repetition. */
  keepAsEarlier(): void {
    this.tables.run("update {effects} set id = id || '.' || ? where id = ?", this.event.seq, this.#id);
  }

  #insert(state: EffectState, ifKnown: string): void {
    const { at, seq, runId } = this.event;
    this.tables.run(
      `insert into {effects} values (?, ?, ?, ?, ?, null, 0, ?, ?, ?) on conflict (id) ${ifKnown}`,
      this.#id,
      this.kind,
      this.subject,
      runId || null,
      state,
      at,
      at,
      seq,
    );
  }
}

/** Ends the effects that a condition on their rows selects; those that have ended stay as they are. */
export function closeEffects(
  tables: Tables,
  { at, seq }: Event,
  { state, detail }: End,
  condition: string,
  value: string,
): void {
  tables.run(
    `update {effects} set state = ?, detail = coalesce(?, detail), updated_at = ?, sequence = ?
     where ${condition} and state in ('intended', 'begun', 'waiting')`,
    state,
    detail ?? null,
    at,
    seq,
    value,
  );
}
