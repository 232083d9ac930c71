import { shortDay } from "../days.ts";
import type { Task } from "../types.ts";

const MOMENT = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "short", hourCycle: "h23" });

/** A value that was read out of words, as a person says it. */
export function readWords(value: unknown): string {
  if (Array.isArray(value)) return value.join(", ");
  if (typeof value !== "object" || value === null) return String(value);
  if ("date" in value) return shortDay(String(value.date));
  if ("at" in value) return MOMENT.format(Date.parse(String(value.at)));
  return JSON.stringify(value);
}

/** When a task is due, in few words; empty where it is not. */
export const dueWords = ({ due }: Pick<Task, "due">): string => due === null ? "" : readWords(due);

/** Whether a task should have been done by now. */
export function isOverdue({ due, state }: Pick<Task, "due" | "state">, now: number): boolean {
  if (due === null || state !== "open") return false;
  return "date" in due ? new Date(now).toLocaleDateString("en-CA") > due.date : Date.parse(due.at) < now;
}
