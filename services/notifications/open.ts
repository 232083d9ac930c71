import { listNotifications, notificationAbout, openNotifications } from "../../store/notifications/reader.ts";
import type { NotificationCategory } from "../../store/notifications/state.ts";
import { runRow } from "../../store/notifications/subjects.ts";
import { openCounts } from "../../store/notifications/totals.ts";
import type { Core, Ctx } from "../kernel/context.ts";
import { showNotifications } from "./read_model.ts";
import type { Notification } from "./schemas.ts";

type Reader = Pick<Core, "store">;

/** What still waits for somebody, of one category, in order of time; wherever its notification was put. */
export const openOf = (
  ctx: Reader,
  category: NotificationCategory,
  page: { limit: number; newestFirst: boolean },
): Notification[] => showNotifications(ctx, openNotifications(ctx.store.projector.tables, category, page));

/** How many of each category wait for somebody. */
export const countOpen = (ctx: Reader): Partial<Record<NotificationCategory, number>> =>
  openCounts(ctx.store.projector.tables);

/** Integrity warnings that nobody has put away, newest first. */
export function integrityWarnings(ctx: Pick<Ctx, "store" | "actor">, limit: number): Notification[] {
  const rows = (["unread", "read"] as const).flatMap((state) =>
    listNotifications(ctx.store.projector.tables, {
      state,
      category: "security",
      withoutConnections: ctx.actor === "agent",
    }, { limit, offset: 0 })
  );
  return showNotifications(ctx, rows.toSorted((a, b) => b.sequence - a.sequence).slice(0, limit));
}

/** The id of the newest notification about a record of a run, or null. */
export const notificationIdOf = (ctx: Reader, runId: string, recordId: string): string | null =>
  notificationAbout(ctx.store.projector.tables, runId, recordId);

/** A run in a few words, and how many of its task sessions have not ended; null when it is not known. */
export function workOf(ctx: Reader, runId: string): { label: string; openTaskSessions: number } | null {
  const run = runRow(ctx.store.projector.tables, runId);
  return run ? { label: run.label, openTaskSessions: run.open_tasks } : null;
}
