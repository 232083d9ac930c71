import {
  countShownWarnings,
  listNotifications,
  notificationAbout,
  openNotifications,
} from "../../../store/notifications/reader.ts";
import type { NotificationCategory } from "../../../store/notifications/state.ts";
import { runRow } from "../../../store/notifications/subjects.ts";
import { openCounts } from "../../../store/notifications/totals.ts";
import type { Core, Ctx } from "../../ground/kernel/context.ts";
import { showNotifications } from "./read_model.ts";
import type { Notification } from "./schemas.ts";

type Reader = Pick<Core, "store">;

/** Returns what still waits for someone, of one category, oldest first, wherever its notification is. */
export const openOf = (
  ctx: Reader,
  category: NotificationCategory,
  page: { limit: number; newestFirst: boolean },
): Notification[] => showNotifications(ctx, openNotifications(ctx.store.projector.tables, category, page));

/** Returns how many of each category wait for someone. */
export const countOpen = (ctx: Reader): Partial<Record<NotificationCategory, number>> =>
  openCounts(ctx.store.projector.tables);

/** Returns how many warnings about stored data have not been dismissed. */
export const openIntegrityWarnings = (ctx: Reader): number => countShownWarnings(ctx.store.projector.tables);

/** Returns integrity warnings that have not been dismissed, newest first. */
export function integrityWarnings(ctx: Pick<Ctx, "store" | "actor">, limit: number): Notification[] {
  const rows = (["unread", "read"] as const).flatMap((state) =>
    listNotifications(ctx.store.projector.tables, {
      state,
      category: "security",
      forAgents: ctx.actor === "agent",
    }, { limit, offset: 0 })
  );
  return showNotifications(ctx, rows.toSorted((a, b) => b.sequence - a.sequence).slice(0, limit));
}

/** Returns the id of the newest notification about a record of a run, or null. */
export const notificationIdOf = (ctx: Reader, runId: string, recordId: string): string | null =>
  notificationAbout(ctx.store.projector.tables, runId, recordId);

/** Returns a short description of a run, and how many of its task sessions are open; null if unknown. */
export function workOf(ctx: Reader, runId: string): { label: string; openTaskSessions: number } | null {
  const run = runRow(ctx.store.projector.tables, runId);
  return run ? { label: run.label, openTaskSessions: run.open_tasks } : null;
}
