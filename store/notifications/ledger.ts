import type { StoredEvent } from "../event.ts";
import type { Tables } from "../view.ts";
import { shortened } from "../words.ts";
import { isFollowed } from "./follows.ts";
import { newestMark, place } from "./placing.ts";
import { countResult } from "./results.ts";
import type { Severity } from "../shared/enumerations.ts";
import { type NotificationCategory, visibleStateOf } from "./state.ts";
import { originOf } from "./subjects.ts";
import type { NotificationRow } from "./tables.ts";
import { addToOpen, count } from "./totals.ts";

/** What an event tells a person. */
export type Notice = {
  category: NotificationCategory;
  severity: Severity;
  title: string;
  detail: string;
  /** What happens without a decision, and when. */
  ifIgnored: string;
  expiresAt?: string | undefined;
  subject: string;
  sourceIds: string[];
  taskSessionId?: string | undefined;
  /** Whether the source is waiting for someone. */
  open: boolean;
  /** A workflow sent it to the operator, regardless of who requested the run. */
  forOperator?: true;
};

const TITLE_LENGTH = 200;
const DETAIL_LENGTH = 2000;

/** Raises and closes notifications. All that it looks up belongs to the event's own run, so that erasure stays complete. */
export class Ledger {
  constructor(readonly tables: Tables, readonly event: StoredEvent) {}

  get runId(): string {
    return this.event.runId ?? "";
  }

  /** Raises a separate notification. */
  raise(notice: Notice): void {
    const { event } = this;
    const run = originOf(this.tables, this.runId);
    // The trial says how its attempts ended, and nobody can do anything about one of them.
    if (run?.trialId) return;
    const row = {
      sequence: event.seq,
      category: notice.category,
      severity: notice.severity,
      repository: run?.repository ?? "",
      mine: notice.open || notice.forOperator || !run || isFollowed(this.tables, run) ? 1 : 0,
    };
    this.tables.run(
      `insert into {notifications} (sequence, run_id, repository, mine, task_session_id, conversation_id, category, severity, title, detail,
       if_ignored, expires_at, subject, source_ids, open, occurrences, raised_at, last_at, placement)
       values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, 1, ?, ?, 'new')`,
      event.seq,
      this.runId,
      row.repository,
      row.mine,
      notice.taskSessionId ?? event.taskSessionId ?? null,
      event.conversationId ?? null,
      notice.category,
      notice.severity,
      shortened(notice.title.replaceAll(/\s+/g, " "), TITLE_LENGTH),
      shortened(notice.detail, DETAIL_LENGTH),
      notice.ifIgnored,
      notice.expiresAt ?? null,
      notice.subject,
      JSON.stringify(notice.sourceIds),
      notice.open ? 1 : 0,
      event.at,
      event.at,
    );
    count(this.tables, "unread", row, 1);
    countResult(this.tables, row, null, "unread");
    if (notice.open) addToOpen(this.tables, notice.category, 1);
  }

  /** Returns the newest notification about a subject of this run. */
  newestOf(subject: string): NotificationRow | undefined {
    return this.tables.get<NotificationRow>(
      "select * from {notifications} where run_id = ? and subject = ? order by sequence desc limit 1",
      this.runId,
      subject,
    );
  }

  /** Counts a repetition on a notification that is still open and visible; returns false if there is none. */
  repeat(notice: Notice): boolean {
    const row = this.newestOf(notice.subject);
    const seen = row && ["new", "reopened", "read"].includes(row.placement);
    if (!row || !seen || row.open === 0 || row.detail !== shortened(notice.detail, DETAIL_LENGTH)) {
      return false;
    }
    this.tables.run(
      "update {notifications} set occurrences = occurrences + 1, last_at = ? where sequence = ?",
      this.event.at,
      row.sequence,
    );
    return true;
  }

  /**
   * Reopens a notification that this service closed on its own, as it does when it starts and checks a provider again:
   * the same wait is not new. Returns false if there is none.
   */
  reopen(notice: Notice): boolean {
    const row = this.newestOf(notice.subject);
    if (!row || row.open === 1 || row.resolved_by !== "system") return false;
    if (row.category !== notice.category || row.detail !== shortened(notice.detail, DETAIL_LENGTH)) {
      return false;
    }
    this.tables.run(
      `update {notifications} set open = 1, resolved_at = null, resolved_by = null, resolution = null,
       occurrences = occurrences + 1, last_at = ?, if_ignored = ?, expires_at = ? where sequence = ?`,
      this.event.at,
      notice.ifIgnored,
      notice.expiresAt ?? null,
      row.sequence,
    );
    addToOpen(this.tables, row.category, 1);
    return true;
  }

  /** Closes the open notifications about a subject of this run. */
  close(subject: string, resolution: string, category: NotificationCategory): void {
    this.#close(this.#openOf(subject).filter((row) => row.category === category), resolution);
  }

  /** Closes the open notifications of this run, all or some. */
  closeRun(resolution: string, which: (row: NotificationRow) => boolean = () => true): void {
    const rows = this.tables.all<NotificationRow>(
      "select * from {notifications} where run_id = ? and open = 1 order by sequence",
      this.runId,
    );
    this.#close(rows.filter(which), resolution);
  }

  /** Withdraws a notification that did not need to be seen. */
  withdraw(subject: string): void {
    const mark = newestMark(this.tables);
    for (const row of this.#openOf(subject)) remove(this.tables, row, mark);
  }

  #openOf(subject: string): NotificationRow[] {
    return this.tables.all<NotificationRow>(
      "select * from {notifications} where run_id = ? and subject = ? and open = 1 order by sequence",
      this.runId,
      subject,
    );
  }

  #close(rows: NotificationRow[], resolution: string): void {
    const { at, actor } = this.event;
    const mark = newestMark(this.tables);
    for (const row of rows) {
      this.tables.run(
        "update {notifications} set open = 0, resolved_at = ?, resolved_by = ?, resolution = ? where sequence = ?",
        at,
        actor,
        shortened(resolution, DETAIL_LENGTH),
        row.sequence,
      );
      addToOpen(this.tables, row.category, -1);
      // People who resolved the matter themselves have nothing left to read about it.
      if (actor === "operator" && visibleStateOf(row, mark) === "unread") place(this.tables, row, "read", at);
    }
  }
}

/** Removes a row, also from the totals. */
export function remove(tables: Tables, row: NotificationRow, mark: number): void {
  tables.run("delete from {notifications} where sequence = ?", row.sequence);
  count(tables, visibleStateOf(row, mark), row, -1);
  countResult(tables, row, visibleStateOf(row, mark), null);
  if (row.open === 1) addToOpen(tables, row.category, -1);
}
