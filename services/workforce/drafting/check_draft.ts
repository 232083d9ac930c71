import type { Core } from "../../ground/kernel/context.ts";
import { whyNoWorkflow } from "./assist/statements.ts";
import { allNodes } from "../../control/workflows/language/definition.ts";
import { readSourceText } from "../../control/workflows/language/source.ts";
import {
  describeFindings,
  validateSource,
  type Validation,
} from "../../control/workflows/language/validate.ts";
import { libraryOf } from "../../control/workflows/library.ts";

/** A definition that may be shown as a draft. */
export type CheckedDraft = { draft: Record<string, unknown>; validation: Validation };

/**
 * Checks the definition of a model like any other, and that none of its prompts requests a blocked class. Returns what
 * is wrong otherwise.
 */
export async function checkDraft(
  service: Pick<Core, "store" | "artifacts">,
  source: string,
): Promise<CheckedDraft | { problems: string[] }> {
  const { definition, validation } = await validateSource(source, libraryOf(service));
  if (!definition) return { problems: describeFindings(validation).split("\n") };
  const refused = allNodes(definition.nodes).flatMap((node) => {
    const why = node.kind === "prompt" ? whyNoWorkflow(node.with.content) : null;
    return why === null ? [] : [`The node "${node.id}" is not allowed: ${why} List its words as unmatched.`];
  });
  if (refused.length > 0) return { problems: refused };
  const read = await readSourceText(source);
  return { draft: ("value" in read ? read.value : {}) as Record<string, unknown>, validation };
}
