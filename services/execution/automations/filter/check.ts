import type { AutomationDefinitionInput } from "../firing/schemas.ts";
import { compile } from "./compile.ts";
import { readFilter } from "./filter.ts";

/** Throws `InvalidError` if a trigger has an invalid expression: its filter, an input or what identifies a delivery. */
export async function checkExpressions(trigger: AutomationDefinitionInput["trigger"]): Promise<void> {
  if (trigger.kind !== "webhook" && trigger.kind !== "event") return;
  if (trigger.filter !== undefined) {
    await readFilter(trigger.filter, trigger.kind === "webhook" ? "trigger" : "event");
  }
  if (trigger.kind !== "webhook") return;
  for (const [name, text] of Object.entries(trigger.inputs ?? {})) {
    await compile(text, "trigger", `input "${name}"`);
  }
  if (trigger.dedupe !== undefined) await compile(trigger.dedupe, "trigger", "dedupe");
}
