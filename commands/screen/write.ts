import { graphemes } from "../terminal/width.ts";
import { completeFile } from "./complete_file.ts";
import { readAuthor } from "../review/choice.ts";
import { approvalOf, decide } from "./decisions.ts";
import { draftOf, withoutRequest } from "./drafts.ts";
import { editLine, insertText, lineOf } from "./line_editor.ts";
import { lookFor } from "./search.ts";
import type { InputLine, ScreenState } from "./state.ts";
import { type ScreenStep, stay } from "./step.ts";

/** Opens the input line, with what was written there before and not sent. */
export const write = (state: ScreenState, purpose: InputLine["purpose"]): ScreenStep => ({
  state: { ...state, writing: { purpose, line: lineOf(draftOf(state, purpose)) } },
  effects: purpose === "request" ? [{ effect: "files" }] : [],
});

/** Inserts typed or pasted text into the input line. */
export const insert = (state: ScreenState, { purpose, line }: InputLine, text: string): ScreenState => ({
  ...state,
  writing: { purpose, line: insertText(line, text) },
});

/** Handles a key while the input line is open. */
export function writeKey(state: ScreenState, writing: InputLine, key: string): ScreenStep {
  const { purpose } = writing;
  if (key === "escape") return stay({ ...state, writing: null, ...(purpose === "search" && { term: "" }) });
  if (key === "enter") return send(state, writing);
  if (key === "ctrl-g" && purpose !== "search") {
    return { state, effects: [{ effect: "edit", text: writing.line.text }] };
  }
  if (purpose === "request" && (key === "up" || key === "down")) {
    return stay({ ...state, writing: earlier(state, writing, key === "up" ? 1 : -1) });
  }
  if (purpose === "request" && key === "tab") {
    const line = completeFile(writing.line, state.files ?? []);
    return stay(line === null ? state : { ...state, writing: { purpose, line } });
  }
  const line = editLine(writing.line, key);
  const after = line !== null
    ? { ...state, writing: { purpose, line } }
    : isCharacter(key)
    ? insert(state, writing, key)
    : state;
  return stay(purpose === "search" ? lookFor(after, after.writing?.line.text ?? "") : after);
}

/** Returns the line with an earlier request of this repository, or with what was written before. */
function earlier({ rows, repository }: ScreenState, writing: InputLine, step: 1 | -1): InputLine {
  const newestFirst = rows.toSorted((a, b) => (b.number ?? 0) - (a.number ?? 0));
  const requests = [
    ...new Set(newestFirst.flatMap((row) => row.repository === repository ? row.request ?? [] : [])),
  ];
  const { at: now, own } = writing.earlier ?? { at: -1, own: writing.line };
  const at = Math.min(now + step, requests.length - 1);
  if (at < 0) return { purpose: writing.purpose, line: own };
  return { purpose: writing.purpose, line: lineOf(requests[at]!), earlier: { at, own } };
}

/** Whether a key enters a character; the others have names of several. */
const isCharacter = (key: string): boolean => [...graphemes.segment(key)].length === 1;

/** Submits the input line. A rejection needs no note; work that is sent back does. */
function send(state: ScreenState, { purpose, line }: InputLine): ScreenStep {
  const words = line.text.trim();
  if (purpose === "request") {
    if (words === "") return stay({ ...state, writing: null });
    return {
      state: { ...withoutRequest(state), writing: null, busy: "Requesting" },
      effects: [{ effect: "request", words }],
    };
  }
  if (purpose === "author") {
    const author = words === "" ? undefined : readAuthor(words);
    if (author !== null) return decide(state, approvalOf(state, author));
    return stay({
      ...state,
      said: { text: "Write a name and an address: Ann <ann@example.org>", tone: "plain" },
    });
  }
  if (purpose === "search") return stay({ ...state, writing: null });
  if (purpose === "reject") return decide(state, { decision: "reject", ...(words && { note: words }) });
  if (words === "") {
    return stay({ ...state, said: { text: "Say what should change, or press Esc.", tone: "plain" } });
  }
  return decide(state, { decision: "rework", note: words });
}
