import { decide } from "./decisions.ts";
import type { State, Writing } from "./state.ts";
import { stay, type Step } from "./step.ts";

const segmenter = new Intl.Segmenter("en", { granularity: "grapheme" });

/** Opens the input line. */
export const write = (state: State, purpose: Writing["purpose"]): Step =>
  stay({ ...state, writing: { purpose, text: "" } });

/** Inserts typed or pasted text into the input line, as one line. */
export const insert = (state: State, writing: Writing, text: string): State => ({
  ...state,
  writing: { ...writing, text: writing.text + text.replaceAll(/\s+/g, " ") },
});

/** Handles a key while the input line is open. */
export function writeKey(state: State, writing: Writing, key: string): Step {
  const { text } = writing;
  const put = (now: string) => stay({ ...state, writing: { ...writing, text: now } });
  switch (key) {
    case "escape":
      return stay({ ...state, writing: null });
    case "enter":
      return send(state, writing);
    case "backspace":
    case "delete":
      return put([...segmenter.segment(text)].slice(0, -1).map(({ segment }) => segment).join(""));
    case "ctrl-u":
      return put("");
    case "ctrl-w":
      return put(text.replace(/\S*\s*$/, ""));
    default:
      return key.length > 1 && NAMED.test(key) ? stay(state) : stay(insert(state, writing, key));
  }
}

/** The keys that do not enter text. */
const NAMED = /^(?:ctrl-.|tab|up|down|left|right|home|end|pageup|pagedown)$/;

/** Submits the input line. A rejection needs no note; work that is sent back does. */
function send(state: State, { purpose, text }: Writing): Step {
  const words = text.trim();
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
