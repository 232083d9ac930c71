import { dayIn } from "../../planning/dates/range.ts";
import type { CalendarEvent } from "./schemas.ts";

/** An event of the calendar before the address of its page is known. */
export type ScheduledEvent = Omit<CalendarEvent, "href">;

/** Returns the function that finds the page of the dashboard that shows an event; days are those of the zone. */
export const hrefIn = (zone: string) => (event: ScheduledEvent): string => {
  const { id, kind, automationId, approvalId, runId, start } = event;
  if (kind === "event") {
    return `/dashboard/planner?view=day&date=${dayIn(Math.floor(Date.parse(start) / 1000), zone)}`;
  }
  if (kind === "task") return "/dashboard/planner?tab=tasks";
  if (kind === "connection") {
    return `/dashboard/connections?tab=${id.startsWith("item_") ? "items" : "accounts"}`;
  }
  if (automationId !== null) return `/dashboard/automations/${automationId}`;
  return approvalId !== null ? `/dashboard/approvals/${approvalId}` : `/dashboard/runs/${runId}`;
};
