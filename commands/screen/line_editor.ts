import { graphemes } from "../terminal/width.ts";

/** A text that is being edited, and where: an offset at which no character, as a person sees them, is divided. */
export type Line = { text: string; at: number };

const words = new Intl.Segmenter("en", { granularity: "word" });

/** Returns a text with the cursor at its end. */
export const lineOf = (text: string): Line => ({ text, at: text.length });

/** Inserts a text before the cursor. Line breaks stay, as one character each. */
export function insertText({ text, at }: Line, typed: string): Line {
  const added = typed.replaceAll(/\r\n?/g, "\n");
  return lineAt(text.slice(0, at) + added + text.slice(at), at + added.length);
}

/** Returns the line after a key that edits or moves, as in shells; null for every other key. */
export function editLine(line: Line, key: string): Line | null {
  if (key === "alt-enter") return insertText(line, "\n");
  const { text, at } = line;
  const move = MOVES[key];
  if (move) return lineAt(text, move(line));
  const to = DELETIONS[key]?.(line);
  if (to === undefined) return null;
  const from = Math.min(at, to);
  return lineAt(text.slice(0, from) + text.slice(Math.max(at, to)), from);
}

/** Returns where the cursor goes. */
type Motion = (line: Line) => number;

const start: Motion = () => 0;
const end: Motion = ({ text }) => text.length;
const left: Motion = ({ text, at }) => graphemes.segment(text).containing(at - 1)?.index ?? 0;
const right: Motion = ({ text, at }) => {
  const next = graphemes.segment(text).containing(at);
  return next ? next.index + next.segment.length : at;
};
const wordLeft: Motion = ({ text, at }) =>
  [...words.segment(text.slice(0, at))].findLast(({ isWordLike }) => isWordLike)?.index ?? 0;
const wordRight: Motion = ({ text, at }) => {
  const next = [...words.segment(text.slice(at))].find(({ isWordLike }) => isWordLike);
  return next ? at + next.index + next.segment.length : text.length;
};
const spaceLeft: Motion = ({ text, at }) => {
  const kept = text.slice(0, at).trimEnd();
  return kept.length - kept.split(/\s/).at(-1)!.length;
};

const MOVES: Readonly<Record<string, Motion>> = {
  "left": left,
  "ctrl-b": left,
  "right": right,
  "ctrl-f": right,
  "home": start,
  "ctrl-a": start,
  "end": end,
  "ctrl-e": end,
  "alt-b": wordLeft,
  "alt-left": wordLeft,
  "ctrl-left": wordLeft,
  "alt-f": wordRight,
  "alt-right": wordRight,
  "ctrl-right": wordRight,
};

/** Keys that delete from the cursor to the end of a motion. */
const DELETIONS: Readonly<Record<string, Motion>> = {
  "backspace": left,
  "delete": right,
  "ctrl-d": right,
  "ctrl-w": spaceLeft,
  "alt-backspace": wordLeft,
  "alt-d": wordRight,
  "ctrl-u": start,
  "ctrl-k": end,
};

/** What an edit brought together may be one character now: the cursor goes behind it. */
function lineAt(text: string, at: number): Line {
  const around = graphemes.segment(text).containing(at);
  return { text, at: !around || around.index === at ? at : around.index + around.segment.length };
}
