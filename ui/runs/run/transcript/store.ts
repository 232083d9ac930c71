import { signal } from "@preact/signals";
import type { Result } from "../../../../routes/endpoint.ts";
import type { Api } from "../../../../routes/mod.ts";
import { createResource, type Resource } from "../../../kit/resource.ts";
import type { Frame } from "../../../shell/mod.ts";

/** A transcript, or as much of it as was read. */
export type Transcript = Result<Api["GET /task-sessions/:id/transcript"]>;
/** One line of it. */
export type Entry = Transcript["entries"][number];

/** The transcripts of one task session, of which one is shown. */
export type TranscriptStore = Resource<Transcript> & {
  /** Shows another of them; null is the newest. */
  show: (number: number | null) => void;
  /** The entries that are opened, which stay so while the list is scrolled. */
  readonly opened: { has: (n: number) => boolean; toggle: (n: number) => void };
};

/** The store of a session's transcripts: each read requests only what was added or has grown since the previous one. */
export function createTranscriptStore(id: string, { call }: Frame): TranscriptStore {
  let wanted: number | null = null;
  let before: Transcript | null = null;
  const opened = signal<ReadonlySet<number>>(new Set());
  const read = (after: number) =>
    call("GET /task-sessions/:id/transcript", {
      params: { id },
      query: { after, ...(wanted !== null && { number: wanted }) },
    });
  const readOn = async (): Promise<Transcript> => {
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

/** A saved transcript has new positions, so it is read from its beginning. */
const keyOf = ({ number, transcripts }: Transcript): string =>
  `${number} ${transcripts.find((one) => one.number === number)?.state}`;
