import type { AutomationDocument, Outcome } from "../../store/automations/document.ts";
import type { Fire } from "../../store/automations/events.ts";
import type { Ctx } from "../kernel/context.ts";
import { blockedClassOf } from "./blocked.ts";
import { describeOverlap } from "./consequences.ts";
import { openRunsOf } from "./ledger.ts";

/** Obstacles that are ignored. */
export type Insistence = {
  ignoreOverlap?: boolean;
  /** Also if it is paused or disabled. */
  force?: boolean;
  /** False if the moment has already waited. */
  mayWait?: boolean;
};

/** Returns why an automation cannot fire now, `wait` if the moment waits for the previous run, or null. */
export function findHindrance(
  ctx: Ctx,
  automation: AutomationDocument,
  trigger: Fire["trigger"],
  { force = false, ignoreOverlap = false, mayWait = true }: Insistence,
): { outcome: Outcome; reason: string } | "wait" | null {
  const { status, action } = automation;
  if (status !== "enabled" && !force) {
    const reason = `The automation is ${status}.`;
    return { outcome: status === "paused" ? "skipped_paused" : "skipped_disabled", reason };
  }
  const blocked = action.kind === "run" ? blockedClassOf(action.request) : null;
  if (blocked !== null) return { outcome: "blocked_class", reason: blocked };
  if (ignoreOverlap || automation.overlap === "allow_all") return null;
  const open = openRunsOf(ctx, automation.id);
  if (open.length === 0) return null;
  const canWait = automation.overlap === "buffer_one" && automation.buffered === null && mayWait;
  if (canWait && trigger === "schedule") return "wait";
  return { outcome: "skipped_overlap", reason: describeOverlap(ctx, open[0]!.run_id) };
}
