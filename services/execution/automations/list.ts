import { automationStream } from "../../../store/automations/stream.ts";
import type { AutomationStatus } from "../../../store/automations/document.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { showAutomation } from "./firing/read_model.ts";
import type { AutomationDefinition } from "./firing/schemas.ts";

/** Returns automations, newest first. */
export const listAutomations = (
  ctx: Ctx,
  { status, limit, offset }: { status?: AutomationStatus | undefined; limit: number; offset: number },
): AutomationDefinition[] =>
  ctx.store.documents.find(automationStream, status ? { status } : {}, { limit, offset, newestFirst: true })
    .map((automation) => showAutomation(ctx, automation));
