import type { Frame } from "../frame.ts";
import type { Shortcut } from "../keyboard.ts";
import { baseName, firstLine } from "../../../client/words.ts";

/** An entry of the palette. */
export type PaletteEntry = {
  id: string;
  group: "Actions" | "Waiting for you" | "Runs" | "Pages" | "Found";
  label: string;
  detail: string;
  /** The text around the matched words. */
  snippet?: string;
  keys?: string;
  run: () => void;
};

/** Returns the entries that need no request: pages, pending decisions, recent runs, and the shortcuts of the page. */
export function entriesOf(frame: Frame, runs: readonly RunLine[]): PaletteEntry[] {
  const { navigate, overview, keyboard, pages, places, lastAddresses } = frame;
  const go = (path: string) => () => navigate(path);
  const needs = (overview.value.peek()?.needsMe ?? []).map((need): PaletteEntry => ({
    id: `need ${need.id}`,
    group: "Waiting for you",
    label: need.title,
    detail: need.kind,
    run: go(places.pathOf(need.id, need.runId)),
  }));
  const plain = pages.filter(({ path }) => !path.includes(":")).map((
    { path, title, chord },
  ): PaletteEntry => ({
    id: `page ${path}`,
    group: "Pages",
    label: title,
    detail: "",
    ...(chord && { keys: `g ${chord}` }),
    run: () => navigate(lastAddresses.of(path)),
  }));
  const found = runs.map((run): PaletteEntry => ({
    id: `run ${run.id}`,
    group: "Runs",
    label: firstLine(run.request),
    detail: `#${run.number} · ${run.status} · ${baseName(run.repoPath)}`,
    run: go(places.pathOf(run.id)),
  }));
  return [...needs, ...actionsOf(keyboard.shortcuts.peek()), ...plain, ...found];
}

/** The fields of a run that the palette shows. */
export type RunLine = { id: string; number: number; request: string; status: string; repoPath: string };

const actionsOf = (shortcuts: readonly Shortcut[]): PaletteEntry[] =>
  shortcuts.filter(({ keys, group, hidden }) => !hidden && !UNLISTED_GROUPS.has(group) && keys !== "mod+k")
    .map((
      { keys, does, run },
    ) => ({
      id: `action ${keys}`,
      group: "Actions",
      label: does,
      detail: "",
      keys,
      run,
    }));

/** Shortcuts that move the selection are not listed, and pages have their own group. */
const UNLISTED_GROUPS: ReadonlySet<string> = new Set(["Go to", "Move"]);

/** Returns how well an entry matches: it must contain every word, best at the start of a word. Null means no match. */
export function score(entry: Pick<PaletteEntry, "label" | "detail">, typed: string): number | null {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  const label = entry.label.toLowerCase();
  const all = `${label} ${entry.detail.toLowerCase()}`;
  let sum = 0;
  for (const word of words) {
    if (!all.includes(word)) return null;
    sum += label.startsWith(word) ? 3 : ` ${label}`.includes(` ${word}`) ? 2 : label.includes(word) ? 1 : 0;
  }
  return sum;
}
