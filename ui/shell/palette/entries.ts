import type { NamedThing } from "../finder.ts";
import type { Frame } from "../frame.ts";
import type { Shortcut } from "../keyboard.ts";
import { pathOfNeed } from "../overview.ts";
import type { Page } from "../page.ts";
import { baseName, firstLine } from "../../../client/words.ts";

/** An entry of the palette. */
export type PaletteEntry = {
  id: string;
  /** The heading that it stands under. */
  group: string;
  label: string;
  detail: string;
  /** The text around the matched words. */
  snippet?: string;
  keys?: string;
  /** Only for what was typed: there are too many to list them all. */
  onlyTyped?: true;
  run: () => void;
};

/** The fields of a run that the palette shows. */
export type RunLine = { id: string; number: number; request: string; status: string; repoPath: string };

/** The things of a domain under its heading. */
export type NamedGroup = { group: string; things: readonly NamedThing[] };

/** Returns the entries that no text has to be searched for: what can be done first, then pages, runs and what has a name. */
export function entriesOf(
  frame: Frame,
  runs: readonly RunLine[],
  named: readonly NamedGroup[],
): PaletteEntry[] {
  const { navigate, overview, keyboard, pages, places, lastAddresses } = frame;
  const go = (path: string) => () => navigate(path);
  const needs = (overview.value.peek()?.needsMe ?? []).map((need): PaletteEntry => ({
    id: `need ${need.id}`,
    group: "Waiting for you",
    label: need.title,
    detail: need.kind,
    run: go(pathOfNeed(places, need)),
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
  const known = runs.map((run): PaletteEntry => ({
    id: `run ${run.id}`,
    group: "Runs",
    label: firstLine(run.request),
    detail: `#${run.number} · ${run.status} · ${baseName(run.repoPath)}`,
    run: go(places.pathOf(run.id)),
  }));
  return [
    ...needs,
    ...shortcutActions(keyboard.shortcuts.peek()),
    ...pages.flatMap((page) => pageActions(page, navigate)),
    ...appearanceActions(frame),
    ...named.flatMap(({ things }) => things.flatMap((thing) => thingActions(thing, navigate))),
    ...plain,
    ...known,
    ...named.flatMap(({ group, things }) => things.map((thing) => entryOf(group, thing, navigate))),
  ];
}

/** Returns the entry that leads to a thing. */
export const entryOf = (
  group: string,
  { id, label, detail, to }: NamedThing,
  navigate: Frame["navigate"],
): PaletteEntry => ({ id: `thing ${id}`, group, label, detail, onlyTyped: true, run: () => navigate(to) });

const ACTIONS = "Actions";

/** Shortcuts that move the selection are not listed, and pages have their own group. */
const UNLISTED_GROUPS: ReadonlySet<string> = new Set(["Go to", "Move"]);

const shortcutActions = (shortcuts: readonly Shortcut[]): PaletteEntry[] =>
  shortcuts.filter(({ keys, group, hidden }) => !hidden && !UNLISTED_GROUPS.has(group) && keys !== "mod+k")
    .map(({ keys, does, run }) => ({
      id: `action ${keys}`,
      group: ACTIONS,
      label: does,
      detail: "",
      keys,
      run,
    }));

const action = (label: string, detail: string, run: () => void): PaletteEntry => ({
  id: `action ${label}`,
  group: ACTIONS,
  label,
  detail,
  onlyTyped: true,
  run,
});

const pageActions = ({ title, commands = [] }: Page, navigate: Frame["navigate"]): PaletteEntry[] =>
  commands.map(({ does, to }) => action(does, title, () => navigate(to)));

const thingActions = ({ label, detail, verbs = [] }: NamedThing, navigate: Frame["navigate"]) =>
  verbs.map(({ does, to }) => action(`${does} ${label}`, detail, () => navigate(to)));

const THEMES = {
  dark: "Use the dark theme",
  light: "Use the light theme",
  system: "Use the theme of the system",
};

const appearanceActions = ({ preferences: { theme, contrast } }: Frame): PaletteEntry[] => [
  ...(["dark", "light", "system"] as const).filter((name) => name !== theme.peek())
    .map((name) => action(THEMES[name], "Appearance", () => theme.value = name)),
  contrast.peek() === "more"
    ? action("Use the contrast of the system", "Appearance", () => contrast.value = "system")
    : action("Use more contrast", "Appearance", () => contrast.value = "more"),
];

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
