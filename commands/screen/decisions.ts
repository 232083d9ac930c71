import { otherSubject } from "../../client/approval_subject.ts";
import { ACCEPTING_PART, partProblem, partWords } from "../../client/accepted_hunks.ts";
import type { Choice } from "../review/choice.ts";
import { draftOf } from "./drafts.ts";
import { acceptedPart } from "./hunks.ts";
import { lineOf } from "./line_editor.ts";
import { close } from "./move.ts";
import { missing, shownHere } from "./seen.ts";
import { type ScreenState, selectedRow, shownDetail } from "./state.ts";
import { ask, type ScreenStep, stay } from "./step.ts";

/** Returns whether the shown approval can be decided and no other request is in progress. */
export const canDecide = (state: ScreenState): boolean =>
  state.busy === null && (shownDetail(state)?.item ?? null) !== null;

/** Returns whether the work can be sent back with a remark, which is only possible for a patch. */
export function canSendBack(state: ScreenState): boolean {
  const approval = shownDetail(state)?.item?.approval;
  return canDecide(state) && approval?.policyClass === "repo-write" && !otherSubject(approval);
}

/**
 * Approves what an open detail shows, once all of its files were seen. Anything else, or a part of it, takes a second press of the
 * same key, as the first one says.
 */
export function approve(state: ScreenState): ScreenStep {
  const part = acceptedPart(state);
  const problem = part && partProblem(part.hunks.length);
  if (problem) return stay({ ...state, armed: null, said: { text: problem, tone: "plain" } });
  const unseen = missing(state);
  if (state.armed === "approve" || (unseen === null && part === null)) {
    if (!asksForAuthor(state)) return decide(state, approvalOf(state));
    return stay({ ...state, writing: { purpose: "author", line: lineOf(draftOf(state, "author")) } });
  }
  const first = unseen === null ? "" : `${unseen} `;
  const text = part === null
    ? `${first}Press a again to approve it anyway.`
    : `${first}${ACCEPTING_PART} Press a again to accept ${partWords(part.hunks.length, part.of)}.`;
  const said = { text, tone: "plain" as const };
  return ask({ ...state, armed: "approve", said });
}

/** Whether the approval makes a commit, and git names nobody who makes it. */
const asksForAuthor = (state: ScreenState): boolean =>
  state.delivery !== null && state.delivery !== "tree" && acceptedPart(state) === null &&
  shownDetail(state)?.committer === null;

/** Returns the approval of what is accepted now, delivered as chosen. */
export function approvalOf(state: ScreenState, author?: Choice["author"]): Choice {
  const part = acceptedPart(state);
  return {
    decision: "approve",
    ...(part !== null && { hunks: part.hunks }),
    ...(state.delivery !== null && part === null && { delivery: state.delivery }),
    ...(state.scope !== null && { scope: state.scope }),
    ...(author && { author }),
  };
}

/** Decides the shown approval, bound to exactly the content that is shown. */
export function decide(state: ScreenState, choice: Choice): ScreenStep {
  const item = shownDetail(state)?.item;
  if (!item || state.busy !== null) return stay(state);
  return {
    state: {
      ...close(state),
      armed: null,
      said: null,
      writing: null,
      busy: "Deciding",
      decided: state.selected,
    },
    effects: [{ effect: "decide", approval: item.approval, choice, shown: shownHere(state) }],
  };
}

/** Selects the next possible delivery of an approved patch, or the next possible scope of an answer. */
export function turn(state: ScreenState, what: "delivery" | "scope"): ScreenStep {
  const detail = shownDetail(state);
  const after = <T>(all: readonly T[], now: T | null) =>
    all[(all.findIndex((each) => each === now) + 1) % all.length]!;
  if (detail === null) return stay(state);
  return stay(
    what === "delivery"
      ? { ...state, delivery: after(detail.deliveries, state.delivery) }
      : { ...state, scope: after(detail.scopes, state.scope) },
  );
}

/** The run of the selected row as long as it has not ended; null otherwise. */
export function openRun(state: ScreenState): string | null {
  const row = selectedRow(state);
  return row === null || row.group === "finished" || row.over ? null : row.runId;
}

/** Cancels the selected run at the second key press. */
export function cancel(state: ScreenState): ScreenStep {
  const run = openRun(state);
  if (run === null || state.busy !== null) return stay(state);
  if (state.armed !== "cancel") {
    const said = { text: "Press C again to cancel the run.", tone: "plain" as const };
    return ask({ ...state, armed: "cancel", said });
  }
  return {
    state: { ...close(state), armed: null, busy: "Cancelling" },
    effects: [{ effect: "cancel", run }],
  };
}

/** Returns whether the selected run has ended well, so that what it wrote may be undone. */
export function canUndo(state: ScreenState): boolean {
  const row = selectedRow(state);
  return state.busy === null && row !== null && row.runId !== null && row.mark === "done";
}

/** Asks for the undo of the selected run, which gets a separate review. */
export const undo = (state: ScreenState): ScreenStep => ({
  state: { ...state, busy: "Asking for its undo" },
  effects: [{ effect: "undo", run: selectedRow(state)!.runId! }],
});
