import type { AutomationDocument } from "../../../../store/automations/document.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { jsonObjectSchema } from "../../../control/runs/schemas.ts";
import { EvaluationBudget, fromCel } from "../../../control/workflows/language/mod.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { compile, faultOf, given, MAX_WORK } from "../filter/compile.ts";
import { deliveredNames, objectionTo } from "../firing/action.ts";

/** The inputs that a delivery gives, if any, or why they cannot be used. */
type DeliveredInputs = { inputs?: Record<string, unknown> } | { fault: string };

/** Computes the inputs that a delivery gives to the workflow of an automation. An input that is null is not given. */
export async function deliveredInputs(
  ctx: Ctx,
  { trigger, action }: Pick<AutomationDocument, "trigger" | "action">,
  body: unknown,
): Promise<DeliveredInputs> {
  if (trigger.kind !== "webhook" || trigger.inputs === undefined || action.kind !== "workflow") return {};
  const budget = new EvaluationBudget(MAX_WORK);
  const computed: [string, unknown][] = [];
  for (const [name, text] of Object.entries(trigger.inputs)) {
    const { evaluate } = await compile(text, "trigger", `input "${name}"`);
    try {
      computed.push([name, fromCel(exact(evaluate(given("trigger", { body }), budget)))]);
    } catch (cause) {
      return { fault: `Its input "${name}" could not be computed: ${faultOf(cause)}.` };
    }
  }
  const inputs = Object.fromEntries(computed.filter(([, value]) => value !== null));
  const { success, error } = jsonObjectSchema.safeParse(inputs);
  if (!success) return { fault: `Its inputs are too large: ${error.issues[0]!.message}.` };
  // What keeps it from starting whatever is delivered is said when it fires.
  if (objectionTo(ctx, action, deliveredNames(trigger)) !== null) return { inputs };
  const fault = objectionTo(ctx, { ...action, inputs: { ...action.inputs, ...inputs } });
  return fault === null ? { inputs } : { fault };
}

/** Returns a value. Throws for an integer in it of which JSON would change the digits. */
function exact(value: unknown): unknown {
  const isWhole = typeof value === "bigint" || Number.isInteger(value);
  if (isWhole && !Number.isSafeInteger(Number(value))) {
    throw new InvalidError(`The number ${value} is too long for JSON. Give it as a text, with string(…)`);
  }
  if (typeof value === "object" && value !== null) {
    for (const each of value instanceof Map ? value.values() : Object.values(value)) exact(each);
  }
  return value;
}
