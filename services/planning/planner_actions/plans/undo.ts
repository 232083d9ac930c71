import type { Ctx } from "../../../ground/kernel/context.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { asNewest } from "../../calendar_objects/as_newest.ts";
import { sameObject } from "../../calendar_objects/same.ts";
import { settingsOf } from "../../planner_settings/settings.ts";
import type { SourceLive } from "../../calendars/live.ts";
import type { Changes, ObjectChange } from "./changes.ts";
import { readKept, readPlan, requireAction } from "./plan_file.ts";
import { placeOf, requireWritable } from "./target.ts";
import { LOCAL_SOURCE } from "../../../../store/planner/source_stream.ts";

/** Returns the undo of an executed action. Throws `InvalidError` if what it wrote has changed since, since that would be lost. */
export async function undoChanges(ctx: Ctx<SourceLive>, id: string, signal: AbortSignal): Promise<Changes> {
  const action = requireAction(ctx, id);
  if (action.status !== "executed") {
    throw new InvalidError(`The action ${id} is ${action.status}. Only executed actions can be undone.`);
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
        `The event has changed since the action ${id}, and undoing would lose that change. Change it with a new action instead.`,
      );
    }
    const was = beforeSha256 === null ? null : await readKept(ctx, beforeSha256);
    const { emails } = settingsOf(ctx).identity;
    const after = was && asNewest(was, { told: held?.text ?? null, emails, now: ctx.now() });
    const uid = uids.find((each) => each.target === target)!.uid;
    objects.unshift({ target, uid, before: held, after });
  }
  if (objects.length === 0) {
    throw new InvalidError(`The action ${id} did not change an event. Schedule the task again instead.`);
  }
  return { source, calendarId, only: null, objects };
}
