import { ACCEPTING_PART, partProblem, partWords } from "../../client/accepted_hunks.ts";
import { counted } from "../../client/words.ts";
import type { Choice } from "../review/choice.ts";
import { acceptedPart } from "./hunks.ts";
import { close } from "./move.ts";
import { selectedRow, shownDetail, type State } from "./state.ts";
import { stay, type Step } from "./step.ts";

/** Whether a decision can be made on what is shown, and nothing else is being done. */
export const canDecide = (state: State): boolean =>
  state.busy === null && (shownDetail(state)?.item ?? null) !== null;

/** Whether the work can be sent back with a remark: only what is to be written is work. */
export function canSendBack(state: State): boolean {
  const approval = shownDetail(state)?.item?.approval;
  return canDecide(state) && approval?.policyClass === "repo-write" && !approval.subject;
}

/**
 * Approves what is shown, to its last line, in an open detail. What was not all shown, or is not accepted as a whole, takes the same
 * key again; the first press says so.
 */
export function approve(state: State): Step {
  const part = acceptedPart(state);
  const problem = part && partProblem(part.hunks.length);
  if (problem) return stay({ ...state, armed: null, said: { text: problem, tone: "plain" } });
  const unseen = state.focus === "detail" ? state.wrapped.length - state.seen : null;
  const complete = shownDetail(state)?.complete === true;
  const isSeen = complete && unseen !== null && unseen <= 0;
  if (state.armed === "approve" || (isSeen && part === null)) {
    return decide(state, {
      decision: "approve",
      ...(part !== null && { hunks: part.hunks }),
      ...(state.delivery !== null && part === null && { delivery: state.delivery }),
      ...(state.scope !== null && { scope: state.scope }),
    });
  }
  const missing = isSeen
    ? ""
    : unseen === null
    ? "You have not opened it yet. "
    : `${counted(Math.max(0, unseen), "line has", "lines have")} not been shown yet. `;
  const text = part === null
    ? `${missing}Press a again to approve it anyway.`
    : `${missing}${ACCEPTING_PART} Press a again to accept ${partWords(part.hunks.length, part.of)}.`;
  const said = { text, tone: "plain" as const };
  return stay({ ...state, armed: "approve", said });
}

/** Decides what is shown, exactly as it is shown. */
export function decide(state: State, choice: Choice): Step {
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
    effects: [{ effect: "decide", approval: item.approval, choice }],
  };
}

/** Changes where an approved patch goes, or how far the answer to a question holds, to the next that is possible. */
export function turn(state: State, what: "delivery" | "scope"): Step {
  const detail = shownDetail(state);
  const after = <T>(all: readonly T[], now: T | null) => all[(all.indexOf(now as T) + 1) % all.length]!;
  if (detail === null) return stay(state);
  return stay(
    what === "delivery"
      ? { ...state, delivery: after(detail.deliveries, state.delivery) }
      : { ...state, scope: after(detail.scopes, state.scope) },
  );
}

/** The run of the selected row as long as it has not ended; null otherwise. */
export function openRun(state: State): string | null {
  const row = selectedRow(state);
  return row === null || row.group === "finished" ? null : row.runId;
}

/** Cancels the selected run, at the second press. */
export function cancel(state: State): Step {
  const run = openRun(state);
  if (run === null || state.busy !== null) return stay(state);
  if (state.armed !== "cancel") {
    const said = { text: "Press C again to cancel the run.", tone: "plain" as const };
    return stay({ ...state, armed: "cancel", said });
  }
  return {
    state: { ...close(state), armed: null, busy: "Cancelling" },
    effects: [{ effect: "cancel", run }],
  };
}
