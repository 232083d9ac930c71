import { SEEN_RULE } from "../../client/seen.ts";
import { paint } from "../terminal/paint.ts";
import { pad } from "../terminal/width.ts";
import { KEYS } from "./keys.ts";

const SHOWN: Readonly<Record<string, string>> = {
  up: "↑",
  down: "↓",
  left: "←",
  right: "→",
  pageup: "PgUp",
  pagedown: "PgDn",
  home: "Home",
  end: "End",
};

const nameOf = (name: string): string =>
  SHOWN[name] ?? name.replace(/^ctrl-(.)$/, (_, letter) => `Ctrl-${letter.toUpperCase()}`);

/** The keys of the line editor that a person may look for. */
const WRITING: readonly (readonly [string, string])[] = [
  ["Up Down", "an earlier request, a later one"],
  ["@name Tab", "the path of a file"],
  ["Ctrl-G", "write in $VISUAL or $EDITOR"],
  ["Alt-Enter", "new line"],
  ["Ctrl-A Ctrl-E", "to the start, to the end"],
  ["Alt-B Alt-F", "one word back, one word forward"],
  ["Ctrl-W", "delete the word before"],
  ["Ctrl-U Ctrl-K", "delete to the start, to the end"],
];

const line = (names: string, does: string): string => `${paint.bold(pad(names, 18))}${does}`;

/** Returns the painted list of all keys. */
export const helpLines = (): string[] => [
  ...KEYS.filter(({ does }) => does !== "").map(({ names, does }) => line(names.map(nameOf).join(" "), does)),
  "",
  paint.dim("While you write"),
  ...WRITING.map(([names, does]) => line(names, does)),
  "",
  paint.dim(SEEN_RULE),
  paint.dim("Space shows more; any other key closes this list."),
];
