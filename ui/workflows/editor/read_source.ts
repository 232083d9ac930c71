import { isMap, isScalar, isSeq, LineCounter, parseDocument, type YAMLMap } from "yaml";
import type { JsonSchema } from "../../../client/form_fields.ts";
import type { DefinedNode } from "../types.ts";

/** The place of a node in a text: its path, its range of characters, and the line and column of its beginning. */
type NodePlace = { id: string; from: number; to: number; line: number; column: number };

/** What a text says of its nodes, even while it is incomplete, and the inputs as they are written. */
export type ReadSource = { nodes: DefinedNode[]; places: NodePlace[]; inputs: JsonSchema | undefined };

/** Reads the nodes of a text in YAML or JSON, those that already have an id. Returns null if it has none. */
export function readSource(text: string): ReadSource | null {
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, uniqueKeys: false, logLevel: "silent" });
  const places: NodePlace[] = [];
  if (!isMap(document.contents)) return null;
  const nodes = nodesIn(document.contents, "", (id, [from, to]) => {
    const { line, col } = lines.linePos(from);
    places.push({ id, from, to, line, column: col });
  });
  if (nodes.length === 0) return null;
  const inputs = document.contents.get("inputs", true);
  return { nodes, places, inputs: isMap(inputs) ? inputs.toJSON() : undefined };
}

type Note = (id: string, range: [number, number]) => void;

function nodesIn(holder: YAMLMap, within: string, note: Note): DefinedNode[] {
  const list = holder.get("nodes", true);
  if (!isSeq(list)) return [];
  const known = new Set<string>();
  return list.items.flatMap((item) => {
    if (!isMap(item) || !item.range) return [];
    const id = textOf(item, "id");
    if (id === undefined || known.has(id)) return [];
    known.add(id);
    const path = within === "" ? id : `${within}.${id}`;
    note(path, [item.range[0], item.range[1]]);
    return [nodeOf(item, id, path, note)];
  });
}

function nodeOf(item: YAMLMap, id: string, path: string, note: Note): DefinedNode {
  const content = item.get("with", true);
  const title = textOf(item, "title");
  const when = textOf(item, "when");
  const dependsOn = textsOf(item, "dependsOn");
  return {
    id,
    kind: textOf(item, "kind") ?? "",
    ...(title !== undefined && { title }),
    ...(when !== undefined && { when }),
    ...(dependsOn.length > 0 && { dependsOn }),
    ...(isMap(content) && { with: { nodes: nodesIn(content, path, note) } }),
  };
}

function textOf(map: YAMLMap, key: string): string | undefined {
  const value = map.get(key, true);
  return isScalar(value) && value.value !== null ? String(value.value) : undefined;
}

function textsOf(map: YAMLMap, key: string): string[] {
  const value = map.get(key, true);
  return isSeq(value)
    ? value.items.flatMap((item) => isScalar(item) && item.value !== null ? [String(item.value)] : [])
    : [];
}
