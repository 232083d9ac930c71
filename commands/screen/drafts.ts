import type { InputLine, ScreenState } from "./state.ts";

/** Returns where the text of the input line belongs: to the next request, or to the note for the selected row. */
const placeOf = ({ selected }: ScreenState, purpose: InputLine["purpose"]): string =>
  purpose === "request" ? purpose : `${purpose}.${selected}`;

/** Returns what was written for this purpose before and not sent. */
export const draftOf = (state: ScreenState, purpose: InputLine["purpose"]): string =>
  state.drafts[placeOf(state, purpose)] ?? "";

/** Returns the state with the text of the input line among the drafts, as long as it is open. */
export const withDraft = (state: ScreenState): ScreenState =>
  state.writing && state.writing.purpose !== "search"
    ? put(state, placeOf(state, state.writing.purpose), state.writing.line.text)
    : state;

/** Returns the state without the draft of the request that was sent. */
export const withoutRequest = (state: ScreenState): ScreenState => put(state, "request", "");

/** Returns the state without the notes for a row that was decided. */
export const withoutNotes = (state: ScreenState, row: string): ScreenState =>
  put(put(state, `reject.${row}`, ""), `rework.${row}`, "");

function put(state: ScreenState, place: string, text: string): ScreenState {
  const { [place]: before = "", ...others } = state.drafts;
  if (before === text) return state;
  return { ...state, drafts: text === "" ? others : { ...others, [place]: text } };
}
