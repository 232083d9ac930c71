import { sha256 } from "../../../../store/chain.ts";
import { EvaluationBudget } from "../../../control/workflows/language/mod.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { compile, faultOf, given, MAX_WORK } from "../filter/compile.ts";
import { readFilter } from "../filter/filter.ts";
import type { Authentic } from "./authenticate.ts";
import { deliveredInputs } from "./delivered_inputs.ts";

/** What a delivery is to an automation: what identifies it, the inputs it gives, or why it starts nothing. */
type PreparedDelivery = Authentic & { refusal: string | null; inputs?: Record<string, unknown> };

/** Computes everything that an automation asks of a delivery; `kept` is its body without known secrets. */
export async function prepareDelivery(
  ctx: Ctx,
  { automation, proof }: Authentic,
  body: unknown,
  kept: Uint8Array | null,
): Promise<PreparedDelivery> {
  const { filter, dedupe, inputs } = automation.trigger;
  const refused = (refusal: string) => ({ automation, proof, refusal });
  if (filter !== null) {
    const result = (await readFilter(filter, "trigger"))({ body });
    if ("fault" in result) return refused(`Its filter could not be applied: ${result.fault}.`);
    if (!result.holds) return refused("Its filter does not match.");
  }
  if (dedupe === undefined && inputs === undefined) return { automation, proof, refusal: null };
  const shown: unknown = kept && JSON.parse(new TextDecoder().decode(kept));
  const own = dedupe === undefined ? { key: null } : await dedupeKeyOf(dedupe, shown);
  if ("fault" in own) return refused(own.fault);
  const delivered = await deliveredInputs(ctx, automation, shown);
  const identified = own.key === null ? proof : { dedupeKey: own.key, chosen: false };
  if ("fault" in delivered) return { automation, proof: identified, refusal: delivered.fault };
  return { automation, proof: identified, refusal: null, ...delivered };
}

/** Returns the key of a delivery by its content, null if the expression gives none, or why it cannot be computed. */
async function dedupeKeyOf(
  expression: string,
  body: unknown,
): Promise<{ key: string | null } | { fault: string }> {
  const { evaluate } = await compile(expression, "trigger", "dedupe");
  try {
    const value = evaluate(given("trigger", { body }), new EvaluationBudget(MAX_WORK));
    if (value === null || value === "") return { key: null };
    if (!["string", "number", "boolean"].includes(typeof value)) {
      return { fault: "Its dedupe gives neither a text nor a number." };
    }
    // The row of the ledger stays longer than what was sent.
    return { key: `body:${sha256(JSON.stringify(value))}` };
  } catch (cause) {
    return { fault: `Its dedupe could not be computed: ${faultOf(cause)}.` };
  }
}
