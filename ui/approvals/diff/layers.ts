import { signal } from "@preact/signals";
import { type HiddenRange, hiddenRanges } from "../../kit/text/hidden.ts";
import { languageOf } from "./language.ts";
import { counterparts } from "./pairs.ts";
import type { DiffHunk, DiffLine } from "../model/patch.ts";
import type { Layers, PositionRange, Token } from "../../kit/text/pieces.ts";
import { wordChanges } from "./words.ts";

type Highlight = (lines: readonly string[], language: string) => Token[][];

/** The highlighter, which is loaded after the first diff is shown. */
const highlighter = signal<Highlight | null>(null);
let loading = false;

/** The maximum size of a hunk that is coloured, so that the page stays responsive. */
const MAX_COLOURED_CHARACTERS = 200_000;

function loadHighlighter(): void {
  if (loading) return;
  loading = true;
  import("./highlighter.ts").then((module) => highlighter.value = module.highlight, () => loading = false);
}

const tokensOfHunk = new WeakMap<DiffHunk, Map<DiffLine, Token[]>>();
const pairsOfHunk = new WeakMap<DiffHunk, Map<DiffLine, DiffLine>>();
const changesOfLine = new WeakMap<DiffLine, readonly PositionRange[]>();
const hiddenOfLine = new WeakMap<DiffLine, HiddenRange[]>();

/** Returns the annotations of a visible line: syntax colours, changed words, and hidden characters. */
export function layersOf(path: string, hunk: DiffHunk, line: DiffLine): Layers {
  return {
    tokens: tokensOf(path, hunk)?.get(line),
    changes: line.kind === "context" ? undefined : changesOf(hunk, line),
    hidden: kept(hiddenOfLine, line, () => hiddenRanges(line.text)),
  };
}

function tokensOf(path: string, hunk: DiffHunk): Map<DiffLine, Token[]> | undefined {
  const language = languageOf(path);
  if (language === null) return undefined;
  const highlight = highlighter.value;
  if (highlight === null) {
    loadHighlighter();
    return undefined;
  }
  return kept(tokensOfHunk, hunk, () => {
    const tokens = new Map<DiffLine, Token[]>();
    // Each side is coloured separately: an added line does not close what a removed line opens.
    for (const away of ["added", "removed"]) {
      const side = hunk.lines.filter(({ kind }) => kind !== away);
      const texts = side.map(({ text }) => text);
      if (texts.reduce((sum, text) => sum + text.length, 0) > MAX_COLOURED_CHARACTERS) continue;
      highlight(texts, language).forEach((found, i) => tokens.set(side[i]!, found));
    }
    return tokens;
  });
}

function changesOf(hunk: DiffHunk, line: DiffLine): readonly PositionRange[] {
  return kept(changesOfLine, line, () => {
    const other = kept(pairsOfHunk, hunk, () => counterparts(hunk.lines)).get(line);
    if (!other) return [];
    const [before, after] = line.kind === "removed" ? [line, other] : [other, line];
    const found = wordChanges(before.text, after.text);
    return found ? (line.kind === "removed" ? found.before : found.after) : [];
  });
}

function kept<K extends WeakKey, V>(cache: WeakMap<K, V>, key: K, make: () => V): V {
  const known = cache.get(key);
  if (known !== undefined) return known;
  const made = make();
  cache.set(key, made);
  return made;
}
