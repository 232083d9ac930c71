import { automationStream } from "../../../store/automations/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { existing, type Made, made } from "../../ground/kernel/made.ts";
import { closeSpan, laterCursor } from "./close_span.ts";
import { define } from "./define.ts";
import { nextOf } from "./next.ts";
import { requireAutomation, showDetails } from "./firing/read_model.ts";
import type { AutomationDefinitionInput, AutomationDetails } from "./firing/schemas.ts";
import { setStatus } from "./set_status.ts";

/** Creates an automation, or replaces the one with the given id. From then on only its new revision has moments. */
export function saveAutomation(ctx: Ctx, input: AutomationDefinitionInput): Made<AutomationDetails> {
  const before = input.id === undefined ? null : requireAutomation(ctx, input.id);
  const definition = define(ctx, input, before);
  const id = before?.id ?? ctx.newId("auto");
  return ctx.write(() => {
    if (before === null) {
      const now = ctx.now();
      const next = nextOf({ ...definition, id }, now.getTime());
      const data = { ...definition, cursor: now.toISOString(), next, eventCursor: ctx.store.head };
      record(ctx, automationStream, id, [{ type: "automation.created", data }], { expectedVersion: 0 });
    } else {
      closeSpan(ctx, before, "The automation was changed before this time was handled.");
      const cursor = laterCursor(ctx, before);
      const next = before.status === "enabled" ? nextOf({ ...definition, id }, Date.parse(cursor)) : null;
      record(ctx, automationStream, id, [{
        type: "automation.updated",
        data: { ...definition, cursor, next },
      }]);
    }
    if (input.status !== undefined) setStatus(ctx, id, input.status);
    const details = showDetails(ctx, requireAutomation(ctx, id));
    return before === null ? made(details) : existing(details);
  });
}
