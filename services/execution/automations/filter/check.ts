import type { AutomationDefinitionInput } from "../firing/schemas.ts";
import { readFilter } from "./filter.ts";

/** Throws `InvalidError` if a trigger has an invalid filter. */
export async function checkFilter(trigger: AutomationDefinitionInput["trigger"]): Promise<void> {
  if (trigger.kind !== "webhook" && trigger.kind !== "event") return;
  if (trigger.filter === undefined) return;
  await readFilter(trigger.filter, trigger.kind === "webhook" ? "trigger" : "event");
}
