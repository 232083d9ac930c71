import type { RunDocument } from "../../store/runs/document.ts";
import type { Ctx } from "../kernel/context.ts";
import type { Outside } from "../workers/outside.ts";
import { isFromOutside } from "../runs/origin.ts";
import { triggerOf } from "./trigger.ts";

/** The largest part of outside content that a worker is shown. */
const MAX_CHARACTERS = 32 * 1024;

/** Returns the outside content that started a run, for the worker of its request; null without any. Workflow nodes name what they read. */
export async function outsideOf(
  ctx: Ctx,
  run: Pick<RunDocument, "trigger" | "definitionSha256">,
): Promise<Outside | null> {
  if (run.definitionSha256 || !isFromOutside(run)) return null;
  const { body, event } = await triggerOf(ctx, run);
  const [name, value] = event === undefined ? ["trigger.body", body] : ["trigger.event", event];
  const text = JSON.stringify(value, null, 2);
  if (text.length <= MAX_CHARACTERS) return { name, text };
  return { name, text: `${text.slice(0, MAX_CHARACTERS)}\n[cut after ${MAX_CHARACTERS} characters]` };
}
