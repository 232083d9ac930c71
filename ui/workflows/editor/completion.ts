import type { Primitive } from "../types.ts";
import { DEFINITION_KEYS, NODE_KEYS, NODE_VALUES } from "./language.ts";
import { inputsIn, nodesIn, pathTo, siblingOf } from "./outline.ts";

/** The completions at a position, and the start of the word that they replace. */
export type Completions = { from: number; options: readonly Option[] };
type Option = { label: string; detail?: string; insert?: string };

type Properties = Record<string, { enum?: unknown[]; type?: string; description?: string }>;
type Place = { lines: readonly string[]; at: number; indent: number; primitives: readonly Primitive[] };

/** Returns the completions at a position of a definition in YAML; null if there are none. */
export function completionsAt(
  text: string,
  position: number,
  primitives: readonly Primitive[],
): Completions | null {
  if (text.trimStart().startsWith("{")) return null;
  const before = text.slice(0, position).split("\n");
  const line = before.at(-1)!;
  const place = { lines: text.split("\n"), at: before.length - 1, indent: 0, primitives };
  const word = /[\w]*$/.exec(line)![0];
  const options = optionsAt(line, place);
  return options && options.length > 0 ? { from: position - word.length, options } : null;
}

function optionsAt(line: string, place: Place): Option[] | null {
  const value = /^(\s*(?:-\s+)*)([A-Za-z_][\w-]*):\s+(.*)$/.exec(line);
  if (value) {
    const [, lead = "", key = "", typed = ""] = value;
    return valueOptions(key, typed, { ...place, indent: lead.length });
  }
  const lead = /^(\s*(?:-\s+)*)\w*$/.exec(line)?.[1];
  if (lead === undefined) return expressionOptions(line, place);
  const path = pathTo(place.lines.slice(0, place.at), lead.length);
  return path.at(-1) === "dependsOn" && lead.includes("-")
    ? nodeOptions(place)
    : keyOptions(path, { ...place, indent: lead.length });
}

const keyed = (keys: Readonly<Record<string, string>>): Option[] =>
  Object.entries(keys).map(([label, detail]) => ({ label, detail, insert: `${label}: ` }));

function keyOptions(path: readonly string[], place: Place): Option[] | null {
  if (path.length === 0) return keyed(DEFINITION_KEYS);
  if (path.at(-1) === "nodes") return keyed(NODE_KEYS);
  if (path.at(-1) !== "with") return null;
  const properties = propertiesOf(place);
  return properties && Object.entries(properties).map(([label, { description, type }]) => ({
    label,
    detail: description ?? type ?? "",
    insert: `${label}: `,
  }));
}

/** Returns the fields under `with`, by the kind of the node. */
function propertiesOf({ lines, at, indent, primitives }: Place): Properties | null {
  const holder = lines.slice(0, at).findLastIndex((line) =>
    /^\s*(?:-\s+)*with:/.test(line) && line.indexOf("with:") < indent
  );
  const kind = siblingOf(lines, { at: holder, indent: lines[holder]!.indexOf("with:"), name: "kind" });
  const found = primitives.find(({ id }) => id === kind);
  return found ? (found.withSchema.properties ?? {}) as Properties : null;
}

function valueOptions(key: string, typed: string, place: Place): Option[] | null {
  const path = pathTo(place.lines.slice(0, place.at), place.indent);
  const isNode = path.at(-1) === "nodes";
  const isWord = /^\w*$/.test(typed);
  if (isNode && isWord && key === "kind") {
    return place.primitives.map(({ id, description }) => ({ label: id, detail: description }));
  }
  if (isNode && isWord && NODE_VALUES[key]) {
    return Object.entries(NODE_VALUES[key]).map(([label, detail]) => ({ label, detail }));
  }
  if (isNode && key === "dependsOn") return nodeOptions(place);
  const property = path.at(-1) === "with" && isWord ? propertiesOf(place)?.[key] : undefined;
  if (property?.enum) return property.enum.map((each) => ({ label: String(each) }));
  if (property?.type === "boolean") return [{ label: "true" }, { label: "false" }];
  return expressionOptions(typed, place);
}

const nodeOptions = ({ lines }: Place): Option[] =>
  nodesIn(lines).map(({ id, kind }) => ({ label: id, detail: kind }));

/** Returns the completions in an expression: inputs, nodes, and the fields of a node's output. */
function expressionOptions(typed: string, { lines, primitives }: Place): Option[] | null {
  const [, root, name, rest] = /\b(inputs|nodes)\.(?:(\w+)(\.))?\w*$/.exec(typed) ?? [];
  if (root === "inputs") return rest ? null : inputsIn(lines).map((label) => ({ label, detail: "input" }));
  if (root !== "nodes") {
    return /\$\{\{\s*\w*$/.test(typed)
      ? ["inputs", "nodes", "trigger", "run"].map((label) => ({ label, insert: `${label}.` }))
      : null;
  }
  if (!rest) return nodeOptions({ lines, primitives, at: 0, indent: 0 });
  const kind = nodesIn(lines).find(({ id }) => id === name)?.kind;
  const output = primitives.find(({ id }) => id === kind)?.outputSchema as
    | { properties?: Properties }
    | undefined;
  return Object.entries(output?.properties ?? {}).map(([label, { type }]) => ({ label, detail: type ?? "" }));
}
