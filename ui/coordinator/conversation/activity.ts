import { type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Frame } from "../../shell/mod.ts";
import type { RuntimeEvent } from "../types.ts";
import { messageOf } from "../../../store/shared/message_of.ts";

/** The events of an exchange: those of the answer, and those of its runs before the next message. */
export type Activity = {
  /** Whether the list is open; it is only read while it is. */
  readonly isShown: Signal<boolean>;
  /** The newest events, oldest first; null until they are loaded. */
  readonly events: ReadonlySignal<readonly RuntimeEvent[] | null>;
  /** The number of older events that are not loaded. */
  readonly left: ReadonlySignal<number>;
  readonly problem: ReadonlySignal<string | null>;
  /** Reads the events after the last known one; none after the next message. */
  readOn: () => Promise<void>;
};

const PAGE = 500;

/** The maximum number of shown events; the timeline of the run has them all. */
const MAX_EVENTS = 200;

/** Reports whether an event is not already shown by the conversation itself. */
const isOther = ({ type }: RuntimeEvent): boolean => !/^(?:message|conversation)\./.test(type);

/** The sequence numbers of an exchange and the previous one: the calls for an answer are recorded before its message. */
type ExchangeSpan = { before: number; at: number };

/** Returns the events of an exchange. */
export function createActivity(
  { call }: Pick<Frame, "call">,
  id: string,
  { before, at }: ExchangeSpan,
): Activity {
  /** Activity without a run belongs to the message after it. */
  const isOfThis = (event: RuntimeEvent) =>
    isOther(event) && (event.sequence > at) === (event.runid !== undefined);
  const events = signal<readonly RuntimeEvent[] | null>(null);
  const left = signal(0);
  const problem = signal<string | null>(null);
  let cursor = before;
  let ended = false;
  let reading: Promise<void> | null = null;
  let again = false;
  /** Reads one page. Returns whether there may be more. */
  const readPage = async (): Promise<boolean> => {
    const page = await call("GET /coordinator/conversations/:id/runtime-events", {
      params: { id },
      query: { cursor: String(cursor), limit: PAGE },
    });
    const end = page.findIndex(({ type, sequence }) => type === "message.created" && sequence > at);
    ended = end >= 0;
    cursor = page.at(-1)?.sequence ?? cursor;
    const all = [...events.peek() ?? [], ...(ended ? page.slice(0, end) : page).filter(isOfThis)];
    left.value += Math.max(0, all.length - MAX_EVENTS);
    events.value = all.slice(-MAX_EVENTS);
    return !ended && page.length === PAGE;
  };
  const readAll = async () => {
    do {
      again = false;
      try {
        let more = !ended;
        while (more) more = await readPage();
        problem.value = null;
      } catch (error) {
        problem.value = messageOf(error);
      }
    } while (again && !ended);
    reading = null;
  };
  return {
    isShown: signal(false),
    events,
    left,
    problem,
    readOn: () => {
      if (reading) again = true;
      return reading ??= readAll();
    },
  };
}
