import { type ReadonlySignal, signal } from "@preact/signals";
import type { Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";
import type { Finder } from "../finder.ts";
import type { Frame } from "../frame.ts";
import { entryOf, type PaletteEntry } from "./entries.ts";

type Hit = Result<Api["GET /search"]>["items"][number];

/** The pause after the last key press before the service is queried. */
const PAUSE_MILLISECONDS = 150;

const MAX_RESULTS = 20;

const KINDS: Readonly<Record<Hit["kind"], string>> = {
  run: "Request",
  summary: "Summary",
  diff: "Patch",
  artifact: "Artifact",
  remark: "Remark",
  transcript: "Transcript",
  message: "Conversation",
  memory: "Memory",
  document: "Document",
  note: "Note",
  log: "Log",
};

/** The search results of the service for the typed text. */
type Found = {
  readonly entries: ReadonlySignal<readonly PaletteEntry[]>;
  /** Searches after a short pause in typing. A late response to an earlier search is dropped. */
  search: (typed: string) => void;
};

/** Keeps only the newest of each run: its page leads to the others. */
function distinct(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>();
  return hits.filter(({ id, runId }) => {
    const key = runId ?? id;
    return !seen.has(key) && seen.add(key);
  });
}

/** Returns what a finder finds by the text; nothing if it cannot be asked. */
async function thingsFound(frame: Frame, finder: Finder, typed: string): Promise<PaletteEntry[]> {
  if (!("matching" in finder)) return [];
  const things = await finder.matching(frame, typed).catch(() => []);
  return things.map((thing) => entryOf(finder.group, thing, frame.navigate));
}

/** Returns an empty search. */
export function createFound(frame: Frame): Found {
  const { call, finders, places, navigate } = frame;
  const entries = signal<readonly PaletteEntry[]>([]);
  let timer = 0;
  let newest = 0;
  const hitEntry = (hit: Hit): PaletteEntry => ({
    id: `found ${hit.id}`,
    group: "Found",
    label: hit.runTitle === null ? hit.title : `#${hit.runNumber} ${hit.runTitle}`,
    detail: hit.kind === "run" ? hit.runStatus ?? "" : `${KINDS[hit.kind]}: ${hit.title}`,
    snippet: hit.snippet === hit.runTitle ? "" : hit.snippet,
    run: () => navigate(placeOf(hit)),
  });
  const placeOf = ({ subject, runId, conversationId, part }: Hit): string => {
    if (runId !== null && part !== null) {
      return `${places.pathOf(runId)}?tab=artifacts&path=${encodeURIComponent(part)}`;
    }
    return places.pathOf(subject, runId, conversationId);
  };
  return {
    entries,
    search: (typed) => {
      self.clearTimeout(timer);
      const asked = ++newest;
      const query = typed.trim();
      if (query === "") {
        entries.value = [];
        return;
      }
      timer = self.setTimeout(async () => {
        const [named, found] = await Promise.all([
          Promise.all(finders.map((finder) => thingsFound(frame, finder, query))),
          call("GET /search", { query: { query, limit: MAX_RESULTS } }).catch(() => null),
        ]);
        if (asked !== newest) return;
        // The service's own log is for the System page.
        const hits = (found?.items ?? []).filter(({ kind }) => kind !== "log");
        entries.value = [...named.flat(), ...distinct(hits).map(hitEntry)];
      }, PAUSE_MILLISECONDS);
    },
  };
}
