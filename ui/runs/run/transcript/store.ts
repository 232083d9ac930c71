import { signal } from "@preact/signals";
import type { Result } from "../../../../routes/endpoint.ts";
import type { Api } from "../../../../routes/mod.ts";
import { createResource, type Resource } from "../../../kit/resource.ts";
import type { Frame } from "../../../shell/mod.ts";

/** A transcript, as far as it was loaded. */
type Transcript = Result<Api["GET /task-sessions/:id/transcript"]>;
/** An entry of a transcript. */
export type TranscriptEntry = Transcript["entries"][number];

/** The transcripts of a task session, one of which is shown. */
export type TranscriptStore = Resource<Transcript> & {
  /** Shows another transcript; null for the newest. */
  show: (number: number | null) => void;
  /** The expanded entries, which stay expanded while the list is scrolled. */
  readonly opened: { has: (n: number) => boolean; toggle: (n: number) => void };
};

/** Returns the store of a session's transcripts. Each read requests only what was added or has grown. */
export function createTranscriptStore(id: string, { call }: Pick<Frame, "call">): TranscriptStore {
  let wanted: number | null = null;
  let before: Transcript | null = null;
  const opened = signal<ReadonlySet<number>>(new Set());
  const readOn = async (): Promise<Transcript> => {
    // Another may be wanted before all pages of this one are read.
    const number = wanted;
    const read = (after: number) =>
      call("GET /task-sessions/:id/transcript", {
        params: { id },
        query: { after, ...(number !== null && { number }) },
      });
    let answer = await read(before?.cursor ?? 0);
    if (before && keyOf(answer) !== keyOf(before)) {
      before = null;
      answer = await read(0);
    }
    const entries = [...before?.entries ?? []];
    for (;;) {
      for (const entry of answer.entries) entries[entry.n] = entry;
      if (!answer.more) break;
      answer = await read(answer.cursor);
    }
    return before = { ...answer, entries };
  };
  const resource = createResource(readOn);
  return {
    ...resource,
    show: (number) => {
      wanted = number;
      before = null;
      opened.value = new Set();
      void resource.refresh();
    },
    opened: {
      has: (n) => opened.value.has(n),
      toggle: (n) => {
        const next = new Set(opened.value);
        if (!next.delete(n)) next.add(n);
        opened.value = next;
      },
    },
  };
}

/** Returns a key that changes when a transcript is saved, because its positions change and it is read again. */
const keyOf = ({ number, transcripts }: Transcript): string =>
  `${number} ${transcripts.find((one) => one.number === number)?.state}`;
