import type {
  AutomationAction,
  AutomationDocument,
  FiringOutcome,
} from "../../../../store/automations/document.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { deliveredNames, objectionTo } from "./action.ts";
import { whyBlocked } from "../../../workforce/recipes/why_blocked.ts";
import { describeOverlap } from "./consequences.ts";
import { openRunsOf } from "./ledger.ts";

/** How an automation is fired: which obstacles are ignored, and what is different this time. */
export type Insistence = {
  ignoreOverlap?: boolean;
  /** Also if it is paused or disabled. */
  force?: boolean;
  /** False if the moment has already waited. */
  mayWait?: boolean;
  /** Inputs for its workflow this time, which override its own. */
  inputs?: Record<string, unknown> | undefined;
};

/** Why an automation starts no run now; `buffered` if the moment waits for the previous run. */
export type Hindrance = { outcome: FiringOutcome | "buffered"; reason: string };

/**
 * Yields what prevents a run of an automation now; the first of them is its outcome. Firing and the preview both ask
 * here, so that a preview is true.
 */
export function* hindrancesOf(
  ctx: Ctx,
  automation: AutomationDocument,
  insistence: Insistence = {},
): Generator<Hindrance> {
  const { status } = automation;
  if (status !== "enabled" && !insistence.force) {
    const outcome = status === "paused" ? "skipped_paused" : "skipped_disabled";
    yield { outcome, reason: `The automation is ${status}.` };
  }
  const action = actionNow(automation, insistence);
  const blocked = action.kind === "run" ? whyBlocked(action.request) : null;
  if (blocked !== null) yield { outcome: "blocked_class", reason: blocked };
  const overlap = overlapOf(ctx, automation, insistence);
  if (overlap !== null) yield overlap;
  const objection = objectionTo(ctx, action, insistence.inputs ? [] : deliveredNames(automation.trigger));
  if (objection !== null) yield { outcome: "failed_to_queue", reason: objection };
}

function overlapOf(
  ctx: Ctx,
  { id, status, overlap, buffered }: AutomationDocument,
  { ignoreOverlap = false, mayWait = true }: Insistence,
): Hindrance | null {
  if (ignoreOverlap || overlap === "allow_all") return null;
  const [open] = openRunsOf(ctx, id);
  if (!open) return null;
  const reason = describeOverlap(ctx, open.run_id);
  // Nothing ends the wait of an automation that is off.
  const canWait = overlap === "buffer_one" && buffered === null && mayWait && status === "enabled";
  return canWait
    ? { outcome: "buffered", reason: `${reason} This time waits for it.` }
    : { outcome: "skipped_overlap", reason };
}

/** Returns what an automation does this time. */
export const actionNow = (
  { action }: AutomationDocument,
  { inputs }: Pick<Insistence, "inputs">,
): AutomationAction =>
  inputs && action.kind === "workflow" ? { ...action, inputs: { ...action.inputs, ...inputs } } : action;
