import { eventId } from "../../../store/event.ts";
import { forOperatorOnly } from "../../../store/notifications/operator_only.ts";
import type { Tables } from "../../../store/view.ts";
import { newestMark, readAtOf } from "../../../store/notifications/placing.ts";
import { notificationId, visibleStateOf } from "../../../store/notifications/state.ts";
import { taskRow } from "../../../store/notifications/subjects.ts";
import type { ResultScope } from "../../../store/notifications/results.ts";
import type { NotificationRow } from "../../../store/notifications/tables.ts";
import { type TotalRow, totalsOf } from "../../../store/notifications/totals.ts";
import type { Core, Ctx } from "../../ground/kernel/context.ts";
import type { Notification, NotificationInboxSnapshot } from "./schemas.ts";
import { readJson } from "../../../store/json_text.ts";
import { mapTuple } from "../../../store/shared/tuples.ts";

/** Returns the notifications of rows that are not deleted, with their states. */
export function showNotifications(
  ctx: Pick<Core, "store">,
  rows: readonly NotificationRow[],
): Notification[] {
  const { tables } = ctx.store.projector;
  const mark = newestMark(tables);
  return rows.map((row) => ({
    id: notificationId(row.sequence),
    sequence: row.sequence,
    category: row.category,
    severity: row.severity,
    status: visibleStateOf(row, mark) as Notification["status"],
    title: row.title,
    detail: row.detail,
    ifIgnored: row.if_ignored,
    expiresAt: row.expires_at,
    open: row.open === 1,
    resolvedAt: row.resolved_at,
    resolution: row.resolution,
    occurrences: row.occurrences,
    sourceRecordIds: readJson(row.source_ids),
    sourceEventId: eventId(row.sequence),
    relatedRunId: row.run_id || null,
    relatedTaskId: row.task_session_id && (taskRow(tables, row.task_session_id)?.task_id ?? null),
    relatedTaskSessionId: row.task_session_id,
    relatedConversationId: row.conversation_id,
    createdAt: row.raised_at,
    lastOccurredAt: row.last_at,
    readAt: readAtOf(tables, row),
    dismissedAt: row.dismissed_at,
    archivedAt: row.archived_at,
  }));
}

/**
 * Returns the totals of the inbox. They are kept up to date with each event, so only what an agent may not know is
 * counted here.
 */
export function inboxCounts(
  ctx: Pick<Ctx, "store" | "actor">,
  scope: ResultScope = "all",
): Omit<NotificationInboxSnapshot, "items"> {
  const totals = totalsFor(ctx).filter(({ mine }) => scope === "all" || mine === 1);
  const sum = (which: (total: TotalRow) => boolean) =>
    totals.filter(which).reduce((before, { n }) => before + n, 0);
  const [unread, read, dismissed, archived] = mapTuple(
    ["unread", "read", "dismissed", "archived"],
    (state) => sum((total) => total.state === state),
  );
  const critical = sum(({ state, severity }) =>
    severity === "critical" && (state === "unread" || state === "read")
  );
  const unreadByCategory: Record<string, number> = {};
  for (const { state, category, n } of totals) {
    if (state === "unread") unreadByCategory[category] = (unreadByCategory[category] ?? 0) + n;
  }
  for (const [category, n] of Object.entries(unreadByCategory)) {
    if (n === 0) delete unreadByCategory[category];
  }
  return {
    unreadCount: unread,
    readCount: read,
    dismissedCount: dismissed,
    archivedCount: archived,
    criticalCount: critical,
    counts: { unread, read, dismissed, archived, critical },
    unreadByCategory,
  };
}

/** Returns how many integrity warnings have not been dismissed. */
export const countIntegrityWarnings = (ctx: Pick<Ctx, "store" | "actor">): number =>
  totalsFor(ctx).filter(({ state, category }) =>
    category === "security" && (state === "unread" || state === "read")
  )
    .reduce((before, { n }) => before + n, 0);

function totalsFor({ store, actor }: Pick<Ctx, "store" | "actor">): TotalRow[] {
  const { tables } = store.projector;
  return [...totalsOf(tables), ...(actor === "agent" ? lessForOperator(tables) : [])];
}

/** Returns the share in the totals of what agents may not read, which is subtracted. */
function lessForOperator(tables: Tables): TotalRow[] {
  const mark = newestMark(tables);
  return forOperatorOnly(tables).map((row) => ({
    state: visibleStateOf(row, mark),
    category: row.category,
    severity: row.severity,
    mine: row.mine,
    n: -1,
  }));
}
