import type { Key } from "ink";
import { graphemes } from "../../terminal/width.ts";

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

/** Returns the names of the keys that came at once: one, or each character of what was typed faster than it was read. */
export function keysOf(text: string, key: Key): string[] {
  const named = NAMES.find(([flag]) => key[flag])?.[1];
  if (named === "escape") return [named]; // pressed twice it comes as one with Alt
  if (named === "tab" && key.shift) return ["shift-tab"];
  const modifier = key.ctrl ? "ctrl-" : key.meta ? "alt-" : "";
  if (named) return [modifier + named];
  if (modifier !== "") return [modifier + text];
  return [...graphemes.segment(text)].map(({ segment }) => nameOf(segment));
}

/** Returns the name of a key from what it sent: Ctrl and a letter send a control character. */
function nameOf(sent: string): string {
  if (/^[\r\n]+$/.test(sent)) return "enter";
  if (sent === "\t") return "tab";
  const code = sent.codePointAt(0)!;
  return code >= 1 && code <= 26 ? `ctrl-${String.fromCharCode(code + 96)}` : sent;
}
