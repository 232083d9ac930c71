import { graphemes } from "../terminal/width.ts";
import { decide } from "./decisions.ts";
import { editLine, EMPTY_LINE, insertText } from "./line_editor.ts";
import type { InputLine, ScreenState } from "./state.ts";
import { type ScreenStep, stay } from "./step.ts";

/** Opens the input line. */
export const write = (state: ScreenState, purpose: InputLine["purpose"]): ScreenStep =>
  stay({ ...state, writing: { purpose, line: EMPTY_LINE } });

/** Inserts typed or pasted text into the input line. */
export const insert = (state: ScreenState, { purpose, line }: InputLine, text: string): ScreenState => ({
  ...state,
  writing: { purpose, line: insertText(line, text) },
});

/** Handles a key while the input line is open. */
export function writeKey(state: ScreenState, writing: InputLine, key: string): ScreenStep {
  if (key === "escape") return stay({ ...state, writing: null });
  if (key === "enter") return send(state, writing);
  const line = editLine(writing.line, key);
  if (line !== null) return stay({ ...state, writing: { ...writing, line } });
  return stay(isCharacter(key) ? insert(state, writing, key) : state);
}

/** Whether a key enters a character; the others have names of several. */
const isCharacter = (key: string): boolean => [...graphemes.segment(key)].length === 1;

/** Submits the input line. A rejection needs no note; work that is sent back does. */
function send(state: ScreenState, { purpose, line }: InputLine): ScreenStep {
  const words = line.text.trim();
  if (purpose === "request") {
    if (words === "") return stay({ ...state, writing: null });
    return {
      state: { ...state, writing: null, busy: "Requesting" },
      effects: [{ effect: "request", words }],
    };
  }
  if (purpose === "reject") return decide(state, { decision: "reject", ...(words && { note: words }) });
  if (words === "") {
    return stay({ ...state, said: { text: "Say what should change, or press Esc.", tone: "plain" } });
  }
  return decide(state, { decision: "rework", note: words });
}
