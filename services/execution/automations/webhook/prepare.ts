import { sha256 } from "../../../../store/chain.ts";
import { EvaluationBudget } from "../../../control/workflows/language/mod.ts";
import type { Ctx } from "../../../ground/kernel/context.ts";
import { compile, faultOf, given, MAX_WORK } from "../filter/compile.ts";
import { readFilter } from "../filter/filter.ts";
import type { Authentic } from "./authenticate.ts";
import { deliveredInputs } from "./delivered_inputs.ts";

/** What a delivery is to an automation: what identifies it, the inputs it gives, or why it starts nothing. */
export type PreparedDelivery = Authentic & { refusal: string | null; inputs?: Record<string, unknown> };

/** The body of a delivery as expressions read it, parsed once for all of them. */
export type DeliveredBody = {
  /** As it was sent, for filters. */
  sent: () => unknown;
  /** Without known secrets, for all that is recorded. */
  kept: () => unknown;
};

/** Computes everything that an automation asks of a delivery. */
export async function prepareDelivery(
  ctx: Ctx,
  { automation, proof }: Authentic,
  body: DeliveredBody,
): Promise<PreparedDelivery> {
  const { filter, dedupe, inputs } = automation.trigger;
  const refused = (refusal: string) => ({ automation, proof, refusal });
  if (filter !== null) {
    const result = (await readFilter(filter, "trigger"))({ body: body.sent() });
    if ("fault" in result) return refused(`Its filter could not be applied: ${result.fault}.`);
    if (!result.holds) return refused("Its filter does not match.");
  }
  if (dedupe === undefined && inputs === undefined) return { automation, proof, refusal: null };
  const shown = body.kept();
  const own = dedupe === undefined ? { key: null } : await dedupeKeyOf(dedupe, shown);
  if ("fault" in own) return refused(own.fault);
  const delivered = await deliveredInputs(ctx, automation, shown);
  // One with the same key may still come whose inputs fit.
  if ("fault" in delivered) return refused(delivered.fault);
  const identified = own.key === null ? proof : { dedupeKey: own.key, chosen: false };
  return { automation, proof: identified, refusal: null, ...delivered };
}

/** Returns the key of a delivery by its content, null if the expression gives none, or why it cannot be computed. */
async function dedupeKeyOf(
  expression: string,
  body: unknown,
): Promise<{ key: string | null } | { fault: string }> {
  const { evaluate } = await compile(expression, "trigger", "dedupe");
  try {
    const value = evaluate(given("trigger", { body }), new EvaluationBudget(MAX_WORK)) ?? null;
    if (value === null || value === "") return { key: null };
    if (typeof value === "number" && !(Math.abs(value) <= Number.MAX_SAFE_INTEGER)) {
      return { fault: "Its dedupe gives a number that is too long to be exact." };
    }
    if (!["string", "number", "bigint", "boolean"].includes(typeof value)) {
      return { fault: "Its dedupe gives neither a text nor a number." };
    }
    // The row of the ledger stays longer than what was sent.
    return { key: `body:${sha256(typeof value === "bigint" ? String(value) : JSON.stringify(value))}` };
  } catch (cause) {
    return { fault: `Its dedupe could not be computed: ${faultOf(cause)}.` };
  }
}
