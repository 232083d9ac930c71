import type { Intent } from "./intent.ts";
import { card } from "./answers/card.ts";
import { changes } from "./answers/changes.ts";
import { listApprovals } from "./answers/approvals.ts";
import { explain } from "./answers/explain.ts";
import { continueWork } from "./answers/continue.ts";
import { guide } from "./answers/guide.ts";
import { help } from "./answers/help.ts";
import { models } from "./answers/models.ts";
import { move } from "./answers/move.ts";
import { needsMe } from "./answers/needs_me.ts";
import { noteApproval } from "./answers/note_approval.ts";
import { showPlan } from "./answers/plan.ts";
import { refuse } from "./answers/refuse.ts";
import { remember } from "./answers/remember.ts";
import { retry } from "./answers/retry.ts";
import { runs } from "./answers/runs.ts";
import { start } from "./answers/start.ts";
import { status } from "./answers/status.ts";
import { stop } from "./answers/stop.ts";
import { unclear } from "./answers/unclear.ts";
import { type Focus, focusOf } from "./focus.ts";
import { type Action, askBack, type Situation } from "./situation.ts";

type Answering<Kind extends Intent["kind"]> = (
  situation: Situation,
  focus: Focus,
  intent: Extract<Intent, { kind: Kind }>,
) => Action;

const ANSWERS: { [Kind in Intent["kind"]]: Answering<Kind> } = {
  help,
  status,
  plan: showPlan,
  changes,
  runs,
  models,
  card,
  needs_me: needsMe,
  approvals: listApprovals,
  explain,
  guide,
  move,
  stop,
  go_on: continueWork,
  retry,
  remember,
  approve: noteApproval,
  reject: refuse,
  rework: refuse,
  start,
  unclear,
};

/** Returns the action for a message, given its intent and the situation. */
export function actionFor(situation: Situation, intent: Intent): Action {
  // A message with work instructions may contain anything that looks like an id.
  const focus = focusOf(
    intent.kind === "start" ? { ...situation, input: { ...situation.input, content: "" } } : situation,
  );
  if (focus.problem) return askBack(`${focus.problem} Nothing was done.`);
  return (ANSWERS[intent.kind] as Answering<Intent["kind"]>)(situation, focus, intent);
}
