import type { ViewTable } from "../view.ts";
import type { Severity } from "../shared/enumerations.ts";
import type { NotificationCategory, Placement } from "./state.ts";
import { type JsonText } from "../json_text.ts";

/** A row of `notifications`; `sequence` is that of the event that raised it. Times are as events state them. */
export type NotificationRow = {
  sequence: number;
  /** Empty if it belongs to no run. Erasure uses it. */
  run_id: string;
  /** The directory that its run works in; empty if it belongs to no run. */
  repository: string;
  /** 1 if it needed the operator, or they followed its run, when it was raised. Never changes. */
  mine: number;
  task_session_id: string | null;
  conversation_id: string | null;
  category: NotificationCategory;
  severity: Severity;
  title: string;
  detail: string;
  if_ignored: string;
  expires_at: string | null;
  /** The record, or the part of a run, that it is about. The event that closes it names the same. */
  subject: string;
  /** A JSON list of ids. */
  source_ids: JsonText<string[]>;
  /** 1 while its source still waits for someone. */
  open: number;
  resolved_at: string | null;
  resolved_by: string | null;
  resolution: string | null;
  occurrences: number;
  raised_at: string;
  last_at: string;
  placement: Placement;
  read_at: string | null;
  dismissed_at: string | null;
  archived_at: string | null;
};

/** What is known of a run and needed to describe it. */
export type RunRow = {
  run_id: string;
  label: string;
  paused: number;
  open_tasks: number;
  applied: number;
  report_id: string | null;
};

/** The same for a task session. */
export type SessionRow = { id: string; run_id: string; task_id: string; label: string; ended: number };

/** Lists go by `mine`, placement and each filter, together or alone; each is walked in order of sequence. */
export const tables: Record<string, ViewTable> = {
  notifications: {
    erasedBy: "view",
    columns:
      `sequence integer primary key, run_id text not null, repository text not null, mine integer not null, task_session_id text, conversation_id text,
      category text not null, severity text not null, title text not null, detail text not null,
      if_ignored text not null, expires_at text, subject text not null, source_ids text not null, open integer not null,
      resolved_at text, resolved_by text, resolution text, occurrences integer not null, raised_at text not null,
      last_at text not null, placement text not null, read_at text, dismissed_at text, archived_at text`,
    indexes: [
      "mine, placement, sequence",
      "mine, placement, category, sequence",
      "mine, placement, severity, sequence",
      "mine, placement, category, severity, sequence",
      "mine, category, repository, placement, sequence",
      "open, category, sequence",
      "run_id, subject, sequence",
      "run_id, open, subject",
    ],
  },
  notification_totals: {
    erasedBy: "view",
    columns:
      "state text not null, category text not null, severity text not null, mine integer not null, n integer not null, primary key (state, category, severity, mine)",
  },
  notification_results: {
    erasedBy: "view",
    columns:
      `scope text not null, repository text not null, unread integer not null, read integer not null, newest integer not null,
      primary key (scope, repository)`,
    indexes: ["scope, newest"],
  },
  notification_follows: {
    erasedBy: "view",
    columns: `subject text primary key, run_id text not null, following integer not null,
      sequence integer not null, since text not null`,
    indexes: ["sequence"],
  },
  notification_open: { erasedBy: "view", columns: "category text primary key, n integer not null" },
  notification_marks: {
    erasedBy: { kept: "a mark names no notification" },
    columns: "sequence integer primary key, at text not null",
  },
  notification_runs: {
    erasedBy: "view",
    columns:
      `run_id text primary key, paused integer not null default 0, open_tasks integer not null default 0,
      applied integer not null default 0, report_id text`,
  },
  notification_tasks: {
    erasedBy: "view",
    columns:
      "id text primary key, run_id text not null, task_id text not null, label text not null, ended integer not null",
    indexes: ["run_id"],
  },
  notification_service: {
    erasedBy: { kept: "it holds the version of the program" },
    columns: "id text primary key, version text not null",
  },
};
