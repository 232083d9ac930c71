import type { AlertHook } from "../../../store/alerts/document.ts";
import type { NotificationCategory } from "../../../store/notifications/state.ts";
import { notificationId } from "../../../store/notifications/state.ts";
import type { NotificationRow } from "../../../store/notifications/tables.ts";
import type { Redactor } from "../../ground/kernel/redactor.ts";
import { counted } from "../../ground/kernel/words.ts";

/** How many titles an alert contains, and how long each is. */
const MAX_TITLES = 5;
const MAX_TITLE_CHARACTERS = 120;

const WORDS: Readonly<Record<NotificationCategory, readonly [one: string, many: string]>> = {
  approval: ["approval", "approvals"],
  failure: ["failure", "failures"],
  blocker: ["blocked run", "blocked runs"],
  output: ["result", "results"],
  automation: ["automation", "automations"],
  security: ["security warning", "security warnings"],
  system: ["system message", "system messages"],
};

/** The content of an alert. */
export type Message = { title: string; lines: string[]; isUrgent: boolean; items: Item[] };

type Item = { id: string; category: NotificationCategory; severity: string; title?: string };

/** The content of a test alert. */
export const TEST_MESSAGE: Message = {
  title: "Test alert from agent-harness",
  lines: ["Alerts from agent-harness reach you here."],
  isUrgent: false,
  items: [],
};

/** Describes notifications in an alert: no more than its hook allows, and no secret. */
export function messageOf(
  rows: readonly NotificationRow[],
  content: AlertHook["content"],
  redactor: Redactor,
): Message {
  const counts = Map.groupBy(rows, ({ category }) => category);
  const title = [...counts].map(([category, { length }]) => counted(length, ...WORDS[category])).join(", ");
  const titles = content === "titles"
    ? rows.slice(0, MAX_TITLES).map((row) => plain(redactor.text(row.title)))
    : [];
  const more = rows.length - titles.length;
  const lines = titles.length === 0
    ? ["Open agent-harness to see more."]
    : [...titles, ...(more > 0 ? [`and ${more} more`] : [])];
  return {
    title: `agent-harness: ${title}`,
    lines,
    isUrgent: rows.some(({ severity }) => severity === "critical"),
    items: rows.map(({ sequence, category, severity }, i) => ({
      id: notificationId(sequence),
      category,
      severity,
      ...(titles[i] !== undefined && { title: titles[i] }),
    })),
  };
}

/**
 * Returns an alert as JSON. It contains the id, which is the same for each attempt, for receivers that do not see
 * headers.
 */
export function payloadOf({ title, lines, items }: Message, now: Date, alertId?: string): string {
  const data = { title, message: lines.join("\n"), notifications: items };
  const type = items.length === 0 ? "alert.test" : "alert";
  return JSON.stringify({
    ...(alertId !== undefined && { id: alertId }),
    type,
    timestamp: now.toISOString(),
    data,
  });
}

/** Returns a line without control characters, direction marks and line ends, and without half of a character at its end. */
const plain = (text: string): string =>
  text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").slice(0, MAX_TITLE_CHARACTERS)
    .replace(/[\uD800-\uDBFF]$/, "");

/** Returns the server and the topic of an ntfy address; null if it names no topic. */
export function topicOf(url: URL): { server: string; topic: string } | null {
  const [, path, topic] = /^(.*\/)([A-Za-z0-9_-]{1,64})\/?$/.exec(url.pathname) ?? [];
  return topic === undefined ? null : { server: `${url.origin}${path}`, topic };
}
