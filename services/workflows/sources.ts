import { InvalidError } from "../kernel/errors.ts";
import type { Definition } from "./language/definition.ts";
import { describeFindings, type Validated, validateSource, type Validation } from "./language/validate.ts";

/** The text of a definition: as it was written, or made from JSON. Comments of an earlier text are kept. */
export async function sourceOf(
  { source, definition }: { source?: string | undefined; definition?: Record<string, unknown> | undefined },
  earlier?: string,
): Promise<string> {
  if (source !== undefined) return source;
  const { parseDocument, stringify } = await import("yaml");
  if (earlier === undefined) return stringify(definition);
  const document = parseDocument(earlier);
  merge(document, [], document.toJS(), definition);
  return document.toString({ flowCollectionPadding: false });
}

type Editable = {
  setIn: (path: (string | number)[], value: unknown) => void;
  deleteIn: (path: (string | number)[]) => boolean;
};

/** Changes only what differs, so that the comments beside everything else stay. */
function merge(document: Editable, path: (string | number)[], before: unknown, after: unknown): void {
  if (isObject(before) && isObject(after)) {
    for (const key of Object.keys(before)) {
      if (!(key in after) && !key.startsWith("x-")) document.deleteIn([...path, key]);
    }
    for (const [key, value] of Object.entries(after)) merge(document, [...path, key], before[key], value);
  } else if (Array.isArray(before) && Array.isArray(after)) {
    for (let at = before.length - 1; at >= after.length; at--) document.deleteIn([...path, at]);
    after.forEach((value, at) => merge(document, [...path, at], before[at], value));
  } else if (JSON.stringify(before) !== JSON.stringify(after)) document.setIn(path, after);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** A definition that can be executed. Throws `InvalidError` with every error and its place. */
export async function requireValid(
  source: string,
): Promise<{ definition: Definition; validation: Validation }> {
  const { definition, validation }: Validated = await validateSource(source);
  if (!definition) throw new InvalidError(`The workflow is not valid.\n${describeFindings(validation)}`);
  return { definition, validation };
}
