import { type ReadonlySignal, signal } from "@preact/signals";
import { sentenceOf } from "../../kit/resource.ts";
import type { Frame } from "../../shell/mod.ts";
import type { RuntimeEvent } from "../types.ts";

/** What the runs of a conversation did after a message and before the next one. */
export type Activity = {
  /** The newest of them, oldest first; null until they are read. */
  readonly events: ReadonlySignal<readonly RuntimeEvent[] | null>;
  /** How many older ones are not kept here. */
  readonly left: ReadonlySignal<number>;
  readonly problem: ReadonlySignal<string | null>;
  /** Reads on behind the last one that is known, to the end. */
  readOn: () => Promise<void>;
};

const PAGE = 500;

/** More than this is looked at in the run's own timeline. */
const KEPT = 200;

/** What the conversation shows by itself. */
const isOther = ({ type }: RuntimeEvent): boolean => !/^(?:message|conversation)\./.test(type);

/** The activity after one sequence and, where there is one, before another. */
export function createActivity(
  { call }: Pick<Frame, "call">,
  id: string,
  after: number,
  until: () => number | null,
): Activity {
  const events = signal<readonly RuntimeEvent[] | null>(null);
  const left = signal(0);
  const problem = signal<string | null>(null);
  let cursor = after;
  let reading: Promise<void> | null = null;
  let again = false;
  const readPage = async (): Promise<boolean> => {
    const page = await call("GET /coordinator/conversations/:id/runtime-events", {
      params: { id },
      query: { cursor: String(cursor), limit: PAGE },
    });
    const end = until();
    const inside = page.filter(({ sequence }) => end === null || sequence < end);
    cursor = page.at(-1)?.sequence ?? cursor;
    const all = [...events.peek() ?? [], ...inside.filter(isOther)];
    left.value += Math.max(0, all.length - KEPT);
    events.value = all.slice(-KEPT);
    return page.length === PAGE && inside.length === page.length;
  };
  const readAll = async () => {
    do {
      again = false;
      try {
        let more = true;
        while (more) more = await readPage();
        problem.value = null;
      } catch (error) {
        problem.value = sentenceOf(error);
      }
    } while (again);
    reading = null;
  };
  return {
    events,
    left,
    problem,
    readOn: () => {
      if (reading) again = true;
      return reading ??= readAll();
    },
  };
}
