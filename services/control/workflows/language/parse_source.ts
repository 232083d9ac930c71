import { isMap, isScalar, isSeq, LineCounter, type Node, parseDocument } from "yaml";
import { tooDeepAt } from "../../../ground/parsing/yaml_depth.ts";

/** How deep a definition may nest, as the bodies of requests. */
const MAX_DEPTH = 64;
const TOO_DEEP = `A definition can be nested at most ${MAX_DEPTH} levels deep. Flatten what begins here.`;

/** A parsed text: its value, the positions of its parts, and the starts of its lines. */
export type ParsedSource =
  | { fault: { line: number; column: number; message: string } }
  | {
    value: unknown;
    /** By the place as JSON: where its key begins and where its value begins. */
    places: Record<string, [key: number, value: number]>;
    lineStarts: number[];
  };

/** Parses YAML or JSON, which is YAML, without executing anything. Aliases, tags and merge keys are refused. */
export function parseSource(text: string): ParsedSource {
  const lines = new LineCounter();
  const deep = tooDeepAt(text, MAX_DEPTH);
  if (deep !== null) return { fault: { ...placeOf(text, deep), message: TOO_DEEP } };
  const document = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    strict: true,
    stringKeys: true,
    uniqueKeys: true,
  });
  const problem = document.errors[0] ?? document.warnings[0];
  if (problem) {
    const { line, col } = lines.linePos(problem.pos[0]);
    return {
      fault: { line: Math.max(1, line), column: Math.max(1, col), message: sentence(problem.message) },
    };
  }
  try {
    const value: unknown = document.toJS({ maxAliasCount: 0 });
    const places: Record<string, [number, number]> = {};
    collect(document.contents, [], 0, places);
    return { value, places, lineStarts: lines.lineStarts };
  } catch {
    return { fault: { line: 1, column: 1, message: "Anchors and aliases are not supported." } };
  }
}

function collect(
  node: Node | null,
  path: (string | number)[],
  keyStart: number,
  places: Record<string, [number, number]>,
): void {
  places[JSON.stringify(path)] = [keyStart, node?.range?.[0] ?? keyStart];
  if (isMap(node)) {
    for (const { key, value } of node.items) {
      const name = isScalar(key) ? String(key.value) : String(key);
      const start = (key as Node | null)?.range?.[0] ?? 0;
      collect(value as Node | null, [...path, name], start, places);
    }
  } else if (isSeq(node)) {
    node.items.forEach((item, at) => {
      const start = (item as Node | null)?.range?.[0] ?? 0;
      collect(item as Node | null, [...path, at], start, places);
    });
  }
}

function placeOf(text: string, offset: number): { line: number; column: number } {
  const before = text.slice(0, offset).split("\n");
  return { line: before.length, column: before.at(-1)!.length + 1 };
}

const sentence = (message: string): string => {
  const first = message.split("\n")[0]!.trim().slice(0, 300);
  return /[.!?]$/.test(first) ? first : `${first}.`;
};
