import { InvalidError } from "../../ground/kernel/errors.ts";
import type { WorkflowDefinition } from "./language/definition.ts";
import type { Inclusions, Library } from "./language/include.ts";
import {
  describeFindings,
  type ValidatedSource,
  validateSource,
  type Validation,
} from "./language/validate.ts";

/** Returns the text of a definition: as written, or made from JSON. Comments of an earlier text are kept. */
export async function sourceOf(
  { source, definition }: { source?: string | undefined; definition?: Record<string, unknown> | undefined },
  earlier?: string,
): Promise<string> {
  if (source !== undefined) return source;
  // A separate file: what a bundle makes of a package in the old format has no names when it is imported later.
  const { writeSource } = await import("./write_source.ts");
  return writeSource(definition, earlier);
}

/** Returns a definition that can be executed. Throws `InvalidError` with every error and its place. */
export async function requireValid(
  source: string,
  library?: Library,
  chain?: readonly string[],
): Promise<{ definition: WorkflowDefinition; validation: Validation; inclusions: Inclusions }> {
  const { definition, validation, inclusions }: ValidatedSource = await validateSource(
    source,
    library,
    chain,
  );
  if (!definition) throw new InvalidError(`The workflow is not valid.\n${describeFindings(validation)}`);
  return { definition, validation, inclusions };
}
