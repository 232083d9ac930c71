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

/** Returns the painted list of all keys. */
export const helpLines = (): string[] => [
  ...KEYS.filter(({ does }) => does !== "").map(({ names, does }) =>
    `${paint.bold(pad(names.map(nameOf).join(" "), 18))}${does}`
  ),
  "",
  paint.dim("Space shows more; any other key closes this list."),
];
