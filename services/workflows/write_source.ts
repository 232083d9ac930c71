import { parseDocument, stringify } from "yaml";

/** Writes a definition as YAML; of an earlier text only what differs is changed, so that its comments stay. */
export function writeSource(definition: unknown, earlier?: string): string {
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
