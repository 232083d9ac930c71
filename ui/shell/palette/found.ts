import { type ReadonlySignal, signal } from "@preact/signals";
import type { Result } from "../../../routes/endpoint.ts";
import type { Api } from "../../../routes/mod.ts";
import type { Frame } from "../frame.ts";
import type { PaletteEntry } from "./entries.ts";

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

/** Keeps only the newest of each kind in each run. */
function distinct(hits: readonly Hit[]): Hit[] {
  const seen = new Set<string>();
  return hits.filter(({ id, kind, runId }) => {
    const key = `${kind} ${runId ?? id}`;
    return !seen.has(key) && seen.add(key);
  });
}

/** Returns an empty search. */
export function createFound({ call, places, navigate }: Frame): Found {
  const entries = signal<readonly PaletteEntry[]>([]);
  let timer = 0;
  let newest = 0;
  const entryOf = (hit: Hit): PaletteEntry => ({
    id: `found ${hit.id}`,
    group: "Found",
    label: hit.runTitle === null ? hit.title : `#${hit.runNumber} ${hit.runTitle}`,
    detail: hit.kind === "run" ? hit.runStatus ?? "" : `${KINDS[hit.kind]}: ${hit.title}`,
    snippet: hit.snippet === hit.runTitle ? "" : hit.snippet,
    run: () => navigate(placeOf(hit)),
  });
  const placeOf = ({ kind, subject, runId, conversationId, part }: Hit): string => {
    if (kind === "log") return "/dashboard/system?tab=logs";
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
        const found = await call("GET /search", { query: { query, limit: MAX_RESULTS } }).catch(() => null);
        if (asked === newest) entries.value = distinct(found?.items ?? []).map(entryOf);
      }, PAUSE_MILLISECONDS);
    },
  };
}
