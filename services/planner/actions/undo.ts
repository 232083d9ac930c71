import type { Ctx } from "../../kernel/context.ts";
import { InvalidError } from "../../kernel/errors.ts";
import { sameObject } from "../objects/same.ts";
import type { SourceLive } from "../sources/live.ts";
import type { Changes, ObjectChange } from "./changes.ts";
import { readKept, readPlan, requireAction } from "./plan_file.ts";
import { placeOf, requireWritable } from "./target.ts";
import { LOCAL_SOURCE } from "../../../store/planner/source_stream.ts";

/** What undoes an executed action. Throws `InvalidError` where what it wrote was changed since: that would be undone too. */
export async function undoChanges(ctx: Ctx<SourceLive>, id: string, signal: AbortSignal): Promise<Changes> {
  const action = requireAction(ctx, id);
  if (action.status !== "executed") {
    throw new InvalidError(`The action ${id} is ${action.status}. What was executed can be undone.`);
  }
  const { plan, calendarId, uids } = await readPlan(ctx, action);
  const source = action.sourceId === LOCAL_SOURCE ? null : requireWritable(ctx, action.sourceId);
  const place = await placeOf(ctx, { source, calendarId }, signal);
  const objects: ObjectChange[] = [];
  for (const { target, kind, bodySha256, beforeSha256 } of plan.steps) {
    if (kind === "draft_create") continue;
    const held = await place.read(target);
    const wrote = bodySha256 === null ? null : await readKept(ctx, bodySha256);
    if (!sameObject(held?.text ?? null, wrote)) {
      throw new InvalidError(
        `The event was changed since the action ${id}, which undoing would lose. Change it by an action of its own.`,
      );
    }
    const after = beforeSha256 === null ? null : await readKept(ctx, beforeSha256);
    const uid = uids.find((each) => each.target === target)!.uid;
    objects.unshift({ target, uid, before: held, after });
  }
  if (objects.length === 0) {
    throw new InvalidError(`The action ${id} changed no event. Schedule the task anew.`);
  }
  return { source, calendarId, only: null, objects };
}
