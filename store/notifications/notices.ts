import { handlersOf } from "../handlers.ts";
import type { Ledger } from "./ledger.ts";

export type { Ledger, Notice } from "./ledger.ts";
export type { Severity } from "../shared/enumerations.ts";
export { notificationCategorySchema } from "./state.ts";
export { addTask, markRun, runRow, setTaskEnded, taskRow } from "./subjects.ts";
export type { NotificationRow } from "./tables.ts";

/** Declares which notifications the events of a stream raise and resolve. */
export const noticesOf = handlersOf<Ledger>();

/** The subject of warnings that stored data may have been changed. */
export const INTEGRITY = "integrity";

/** The subject of a task card's own notification, as opposed to what its session waits for. */
export const cardSubject = (taskSessionId: string): string => `card/${taskSessionId}`;
/** Returns whether a notification is about a task card. */
export const isCardSubject = (subject: string): boolean => subject.startsWith("card/");
