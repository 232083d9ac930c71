import { Document, parseDocument, type Scalar, visit, type YAMLMap } from "yaml";

/** Texts keep their lines: where the library breaks long ones, some are read back as others, or not at all. */
const FORM = { lineWidth: 0, doubleQuotedMinMultiLineLength: Infinity, flowCollectionPadding: false };

/** Writes a definition as YAML. Of an earlier text only the differences are changed, so that its comments stay. */
export function writeSource(definition: unknown, earlier?: string): string {
  const document = earlier === undefined ? new Document(definition) : parseDocument(earlier);
  if (earlier !== undefined) merge(document, [], document.toJS(), definition);
  visit(document, { Scalar: (_, node) => void (needsQuotes(node.value) && (node.type = "QUOTE_DOUBLE")) });
  return document.toString(FORM);
}

/** As a block, a blank text would lose its spaces; at the beginning of the file, a byte order mark would be its own. */
const needsQuotes = (value: unknown): boolean =>
  typeof value === "string" && (value.trim() === "" || value.startsWith("\ufeff"));

type Insertion = { after: readonly (string | number)[]; name: string; value: number };

/** Writes keys into a text, each after its neighbour; leaves everything else unchanged. */
export function insertKeys(source: string, insertions: readonly Insertion[]): string {
  const document = parseDocument(source, { prettyErrors: false });
  const edits = insertions.map(({ after, name, value }) => {
    const map = document.getIn(after.slice(0, -1), true) as YAMLMap<Scalar, Scalar>;
    const { key, value: beside } = map.items.find(({ key }) => key.value === after.at(-1))!;
    const [keyStart, end] = [key.range![0], beside!.range![1]];
    if (map.flow) {
      const quote = source[keyStart] === '"' ? '"' : "";
      return { at: end, text: `, ${quote}${name}${quote}: ${value}` };
    }
    const lineEnd = source.indexOf("\n", end);
    const indentation = " ".repeat(keyStart - source.lastIndexOf("\n", keyStart - 1) - 1);
    return { at: lineEnd < 0 ? source.length : lineEnd, text: `\n${indentation}${name}: ${value}` };
  });
  return edits.toSorted((one, other) => other.at - one.at)
    .reduce((text, { at, text: added }) => text.slice(0, at) + added + text.slice(at), source);
}

type Editable = {
  setIn: (path: (string | number)[], value: unknown) => void;
  deleteIn: (path: (string | number)[]) => boolean;
};

/** Changes only the differences, so that comments next to everything else stay. */
function merge(document: Editable, path: (string | number)[], before: unknown, after: unknown): void {
  if (isObject(before) && isObject(after)) {
    for (const key of Object.keys(before)) {
      if (!Object.hasOwn(after, key) && !key.startsWith("x-")) document.deleteIn([...path, key]);
    }
    for (const [key, value] of Object.entries(after)) {
      merge(document, [...path, key], Object.hasOwn(before, key) ? before[key] : undefined, value);
    }
  } else if (Array.isArray(before) && Array.isArray(after)) {
    for (let at = before.length - 1; at >= after.length; at--) document.deleteIn([...path, at]);
    after.forEach((value, at) => merge(document, [...path, at], before[at], value));
  } else if (JSON.stringify(before) !== JSON.stringify(after)) document.setIn(path, after);
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
