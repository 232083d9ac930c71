import type { MessageIntent } from "../words/intent.ts";
import { card } from "./card.ts";
import { changes } from "./changes.ts";
import { listApprovals } from "./approvals.ts";
import { explain } from "./explain.ts";
import { continueWork } from "./continue.ts";
import { guide } from "./guide.ts";
import { help } from "./help.ts";
import { models } from "./models.ts";
import { move } from "./move.ts";
import { needsMe } from "./needs_me.ts";
import { noteApproval } from "./note_approval.ts";
import { showPlan } from "./plan.ts";
import { refuseCheckpoint } from "./refuse.ts";
import { remember } from "./remember.ts";
import { retry } from "./retry.ts";
import { runs } from "./runs.ts";
import { start } from "./start.ts";
import { status } from "./status.ts";
import { stop } from "./stop.ts";
import { unclear } from "./unclear.ts";
import { type Focus, focusOf } from "../../focus.ts";
import { askBack, type MessageResult, type ReplyContext } from "../../situation.ts";

type Answering<Kind extends MessageIntent["kind"]> = (
  situation: ReplyContext,
  focus: Focus,
  intent: Extract<MessageIntent, { kind: Kind }>,
) => MessageResult;

const ANSWERS: { [Kind in MessageIntent["kind"]]: Answering<Kind> } = {
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
  reject: refuseCheckpoint,
  rework: refuseCheckpoint,
  start,
  unclear,
};

/** Returns the action for a message, given its intent and the situation. */
export function actionFor(situation: ReplyContext, intent: MessageIntent): MessageResult {
  // A message with work instructions may contain anything that looks like an id.
  const focus = focusOf(
    intent.kind === "start" ? { ...situation, input: { ...situation.input, content: "" } } : situation,
  );
  if (focus.problem) return askBack(`${focus.problem} Nothing was done.`);
  return (ANSWERS[intent.kind] as Answering<MessageIntent["kind"]>)(situation, focus, intent);
}
