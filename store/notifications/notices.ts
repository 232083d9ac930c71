import { handlersOf } from "../handlers.ts";
import type { Ledger } from "./ledger.ts";

export type { Ledger, Notice } from "./ledger.ts";
export { notificationCategorySchema, type Severity } from "./state.ts";
export { addTask, markRun, runRow, setTaskEnded, taskRow } from "./subjects.ts";
export type { NotificationRow } from "./tables.ts";

/** Declares what events of a stream do to the inbox: what they raise, and what they settle. */
export const noticesOf = handlersOf<Ledger>();

/** What a task card's own notification is about, apart from what its session waits for. */
export const cardSubject = (taskSessionId: string): string => `card/${taskSessionId}`;
/** Whether a notification is about a task card. */
export const isCardSubject = (subject: string): boolean => subject.startsWith("card/");
