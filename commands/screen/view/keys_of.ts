import type { Key } from "ink";

const NAMES = [
  ["upArrow", "up"],
  ["downArrow", "down"],
  ["leftArrow", "left"],
  ["rightArrow", "right"],
  ["pageUp", "pageup"],
  ["pageDown", "pagedown"],
  ["home", "home"],
  ["end", "end"],
  ["return", "enter"],
  ["escape", "escape"],
  ["tab", "tab"],
  ["backspace", "backspace"],
  ["delete", "delete"],
] as const satisfies readonly (readonly [keyof Key, string])[];

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Returns the names of the keys that came at once: one, or each character of what was typed faster than it was read. */
export function keysOf(text: string, key: Key): string[] {
  const named = NAMES.find(([flag]) => key[flag]);
  if (named) return [named[1]];
  if (key.ctrl) return [`ctrl-${text}`];
  if (key.meta) return [];
  return [...segmenter.segment(text)].map(({ segment }) =>
    segment === "\r" || segment === "\n" || segment === "\r\n" ? "enter" : segment
  );
}
