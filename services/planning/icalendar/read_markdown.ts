import { createHash } from "node:crypto";
import type { StatedItem } from "../../../store/planner/item.ts";
import type { ParsedContent, ParserInput } from "./input.ts";
import { CALENDAR_LIMITS as LIMITS } from "./limits.ts";
import { cleaned } from "./property.ts";
import { momentOf, wallSeconds } from "./wall.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

const TASK = /^\s*(?:[-*+]|\d{1,4}[.)])\s+\[(.)\]\s+(.*)$/u;
const PRIORITIES: Readonly<Record<string, number>> = { "🔺": 1, "⏫": 2, "🔼": 4, "🔽": 7, "⏬": 9 };
const WORDS: Readonly<Record<string, number>> = { highest: 1, high: 2, medium: 4, low: 7, lowest: 9 };
const SIGNS: Readonly<Record<string, string>> = {
  "📅": "due",
  "🛫": "start",
  "⏳": "scheduled",
  "✅": "completion",
  "❌": "cancelled",
  "➕": "created",
};
const SIGNED = /(📅|🛫|⏳|✅|❌|➕)️?\s*(\S+)/gu;
const FIELD =
  /[[(](due|start|scheduled|completion|cancelled|created|priority|repeat|estimate)::\s*([^\])]*)[\])]/giu;
const REPEAT = /🔁️?\s*([a-z0-9 ]+)/iu;
const UNITS: Readonly<Record<string, string>> = {
  day: "DAILY",
  week: "WEEKLY",
  month: "MONTHLY",
  year: "YEARLY",
};

/** A line that begins or ends a block of code (CommonMark, 4.5). */
const FENCE = /^\s*(?:(`{3,})[^`]*|(~{3,}).*)$/;

/** Reads tasks from Markdown, with the signs of Obsidian Tasks and the fields of Dataview. Reports lines that cannot be read. */
export function readMarkdown({ texts }: ParserInput): ParsedContent {
  const parsed: ParsedContent = {
    items: [],
    errors: [],
    invalid: 0,
    unreadUids: [],
    broken: [],
    damaged: [],
  };
  const seen = new Map<string, number>();
  for (const { ref, calendarId, etag, text } of texts) {
    let fence: string | null = null;
    text.split(/\r?\n/).forEach((line, i) => {
      fence = fenceAfter(line, fence);
      const [, mark, rest] = fence !== null || line.length > LIMITS.contentCharacters
        ? []
        : TASK.exec(line) ?? [];
      if (mark === undefined || rest === undefined) return;
      try {
        const fields = fieldsOf(rest);
        const times = (seen.get(`${ref}\0${fields.title}`) ?? 0) + 1;
        seen.set(`${ref}\0${fields.title}`, times);
        parsed.items.push(
          itemOf({ ...fields, mark, line, times }, { ref: `${ref}:${i + 1}`, file: ref, calendarId, etag }),
        );
      } catch (cause) {
        parsed.invalid++;
        const reason = `This task could not be read: ${messageOf(cause)}.`;
        if (parsed.errors.length < LIMITS.errors) parsed.errors.push({ ref: `${ref}:${i + 1}`, reason });
      }
    });
  }
  return parsed;
}

/** Returns the fence of the block of code that a line is in, or null; only one of the same kind and as long ends it. */
function fenceAfter(line: string, fence: string | null): string | null {
  const [, ticks, tildes] = FENCE.exec(line) ?? [];
  const found = ticks ?? tildes;
  if (found === undefined || fence === null) return fence ?? found ?? null;
  return found.startsWith(fence) && line.trim() === found ? null : fence;
}

type Fields = { title: string; tags: string[]; values: Map<string, string>; priority: number };

function fieldsOf(text: string): Fields {
  const values = new Map<string, string>();
  let title = text.replaceAll(
    FIELD,
    (_, name: string, value: string) => (values.set(name.toLowerCase(), value.trim()), ""),
  );
  title = title.replaceAll(SIGNED, (_, sign: string, value: string) => (values.set(SIGNS[sign]!, value), ""));
  title = title.replace(REPEAT, (_, rule: string) => (values.set("repeat", rule.trim()), ""));
  let priority = WORDS[values.get("priority")?.toLowerCase() ?? ""] ?? 0;
  title = title.replaceAll(
    /(🔺|⏫|🔼|🔽|⏬)️?/gu,
    (sign) => (priority = PRIORITIES[sign.replace("️", "")] ?? 0, ""),
  );
  const tags = [...title.matchAll(/(?:^|\s)#([\p{L}\p{N}_/-]+)/gu)].map(([, tag]) => tag!);
  title = cleaned(
    title.replaceAll(/(?:^|\s)#[\p{L}\p{N}_/-]+/gu, "").replaceAll(/\s+/g, " "),
    LIMITS.titleCharacters,
  );
  if (title === "") throw new Error("it has no words");
  return { title, tags: tags.slice(0, LIMITS.tags), values, priority };
}

function dateOf(values: Fields["values"], name: string) {
  const text = values.get(name);
  if (text === undefined) return null;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) {
    throw new Error(`its ${name} date "${text.slice(0, 30)}" is not like 2026-01-31`);
  }
  return momentOf(wallSeconds(text), { allDay: true, zone: null });
}

function ruleOf(text: string | undefined): string | null {
  if (text === undefined) return null;
  const [, count = "1", unit] = /^every(?: (\d{1,3}))? (day|week|month|year)s?(?: when done)?$/i.exec(text) ??
    [];
  if (/^every weekday$/i.test(text)) return "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR";
  if (unit === undefined) {
    throw new Error(`its repetition "${text.slice(0, 40)}" is not like "every 2 weeks"`);
  }
  return `FREQ=${UNITS[unit.toLowerCase()]};INTERVAL=${Number(count)}`;
}

type Place = { ref: string; file: string; calendarId: string; etag: string | null };

function itemOf(fields: Fields & { mark: string; line: string; times: number }, place: Place): StatedItem {
  const { title, tags, values, priority, mark, line, times } = fields;
  const done = /x/i.test(mark);
  const due = dateOf(values, "due");
  const start = dateOf(values, "start");
  const completion = dateOf(values, "completion");
  const estimate = /^(?:(\d{1,3})h)?\s*(?:(\d{1,4})m)?$/.exec(values.get("estimate") ?? "");
  return {
    calendarId: place.calendarId,
    itemType: "task",
    status: mark === "-" ? "cancelled" : "active",
    uid: createHash("sha256").update(JSON.stringify([place.file, title, times])).digest("hex").slice(0, 40),
    recurrenceId: null,
    sequence: 0,
    title,
    content: "",
    start,
    end: null,
    rrule: ruleOf(values.get("repeat")),
    occurrences: [],
    organizer: null,
    attendees: [],
    location: "",
    conferenceUrl: null,
    transparency: "opaque",
    busyStatus: null,
    priority,
    tags,
    flags: ["uid_made"],
    modifiedAt: null,
    sourceRef: place.ref,
    etag: place.etag,
    rawSha256: createHash("sha256").update(line).digest("hex"),
    task: {
      due,
      deferUntil: start,
      progress: done ? 100 : mark === "/" ? 50 : 0,
      done: done || mark === "-",
      completedAt: completion && `${completion.local}T00:00:00.000Z`,
      estimateMinutes: estimate?.[0] ? Number(estimate[1] ?? 0) * 60 + Number(estimate[2] ?? 0) : null,
      relatedUid: null,
    },
  };
}
