import type { TraceEvent } from "../../types.ts";

/** The filter of a run's events, which is in the address and the same in every view. */
export type EventFilter = { text: string; kind: string; taskSession: string };

/** The filter that matches every event. */
export const NO_FILTER: EventFilter = { text: "", kind: "", taskSession: "" };

/** Returns the filter in an address. */
export const eventFilterOf = (query: Readonly<Record<string, string>>): EventFilter => ({
  text: query.events ?? "",
  kind: query.kind ?? "",
  taskSession: query.task ?? "",
});

/** Returns the kind of an event: the first word of its type. */
export const kindOf = ({ type }: Pick<TraceEvent, "type">): string => type.split(".", 1)[0] ?? type;

/**
 * Reports whether an event matches: its type and sentence contain every word, or match the regular expression between
 * slashes. An invalid expression matches nothing; `problemOf` says what is wrong with it.
 */
export function matchesEvent(event: TraceEvent, { text, kind, taskSession }: EventFilter): boolean {
  if (kind && kindOf(event) !== kind) return false;
  if (taskSession && event.taskSessionId !== taskSession) return false;
  if (!text) return true;
  const words = `${event.type} ${event.summary} ${event.actor}`;
  const pattern = patternOf(text);
  if (pattern !== undefined) return pattern !== null && pattern.test(words);
  const lower = words.toLowerCase();
  return text.toLowerCase().split(/\s+/).every((word) => lower.includes(word));
}

/** Returns why the text of a filter matches nothing; null if it is valid. */
export const problemOf = (text: string): string | null =>
  patternOf(text) === null ? "This is not a regular expression." : null;

/** Returns the pattern of a text; undefined for plain words, null for an invalid pattern. */
function patternOf(text: string): RegExp | null | undefined {
  const source = /^\/(.+)\/$/.exec(text.trim())?.[1];
  if (source === undefined) return undefined;
  try {
    return new RegExp(source, "i");
  } catch {
    return null;
  }
}
