import { sha256 } from "../../../../store/chain.ts";
import { EvaluationBudget } from "../../../control/workflows/language/mod.ts";
import { compile, faultOf, given, MAX_WORK } from "../filter/compile.ts";

/** Returns the key of a delivery by its content, null if the expression gives none, or why it cannot be computed. */
export async function dedupeKeyOf(
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
