import { shortDay } from "../days.ts";
import type { Task } from "../types.ts";

const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });

/** Returns a parsed value as text. */
export function readWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  if ("date" in value) return shortDay(String(value.date));
  if ("at" in value) return MOMENT.format(Date.parse(String(value.at)));
  return JSON.stringify(value);
}

/** Returns when a task is due, in few words; empty if it has no due date. */
export const dueWords = ({ due }: Pick<Task, "due">): string => due === null ? "" : readWords(due);

/** Reports whether an open task is past its due date. */
export function isOverdue({ due, state }: Pick<Task, "due" | "state">, now: number): boolean {
  if (due === null || state !== "open") return false;
  return "date" in due ? new Date(now).toLocaleDateString("en-CA") > due.date : Date.parse(due.at) < now;
}
