import type { z } from "zod";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { readSchema } from "../../control/workflows/values.ts";
import {
  ACTION_TRACES,
  amountOf,
  type ConnectorAction,
  DECLARABLE,
  type Declaration,
  declarationSchema,
} from "./declaration.ts";

/** Reads a `connector.json`. Throws `InvalidError` that names the action with a missing part. */
export function readDeclaration(bytes: Uint8Array, id: string): Declaration {
  const parsed = declarationSchema.safeParse(json(bytes, id));
  if (!parsed.success) throw new InvalidError(`connector.json of ${id}: ${sentence(parsed.error)}.`);
  const declaration = parsed.data;
  const refuse = (why: string) => new InvalidError(`connector.json of ${id}: ${why}`);
  if (declaration.id !== id) throw refuse(`its id is "${declaration.id}", but its directory is "${id}".`);
  if (!DECLARABLE.some((each) => each === declaration.class)) {
    throw refuse(
      `no connector can be enabled for the class "${declaration.class}". Choose one of: ${
        DECLARABLE.join(", ")
      }.`,
    );
  }
  const untraced = ACTION_TRACES.filter((type) => !declaration.traces.includes(type));
  if (untraced.length > 0) throw refuse(`traces must name ${untraced.join(", ")}.`);
  const ids = declaration.actions.map((action) => action.id);
  const twice = ids.find((action, i) => ids.indexOf(action) < i);
  if (twice !== undefined) throw refuse(`the action ${twice} is declared twice.`);
  for (const action of declaration.actions) {
    const missing = missingOf(declaration, action);
    if (missing !== null) throw refuse(`the action ${action.id} ${missing}`);
  }
  return declaration;
}

function json(bytes: Uint8Array, id: string): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch (cause) {
    throw new InvalidError(`connector.json of ${id} is not valid JSON.`, { cause });
  }
}

const sentence = ({ issues }: z.ZodError): string =>
  issues.slice(0, 5).map(({ path, message }) => `${path.join(".") || "it"}: ${message}`).join("; ");

/** Returns what an action lacks before it can be proved, or null. */
function missingOf({ verifier, approval, limits }: Declaration, action: ConnectorAction): string | null {
  if (!verifier.actionIds.includes(action.id)) return "has no verifier: add it to verifier.actionIds.";
  const schema = readSchema(action.inputSchema);
  if ("fault" in schema) return `has an inputSchema that cannot be used: ${schema.fault}`;
  const example = schema.check(action.example);
  if ("fault" in example) return `has an example that its inputSchema refuses: ${example.fault}.`;
  const amount = amountOf(action, action.example);
  if (amount === null) return `needs an amount of at least 0 in the field "${action.amount}" of its example.`;
  if (amount > limits.perAction) return `has an example above limits.perAction, ${limits.perAction}.`;
  if (!approval.showsFields.some((field) => field in action.example)) {
    return "shows none of its fields to the approver: add one to approval.showsFields.";
  }
  return null;
}
