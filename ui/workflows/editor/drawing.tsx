import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { NodeDrawing } from "../graph/node_graph.tsx";
import { nodesOf } from "../graph/nodes.ts";
import type { TestRun, Workflow } from "../types.ts";
import type { ReadSource } from "./read_source.ts";

/** Loaded with the first edit, as the editor is. */
const load = () => import("./read_source.ts");

/** The nodes of a text: those that are drawn, and the one at the cursor. */
type SourceNodes = { read: ReadSource | null; at: string | null };

/** Returns the nodes of a text and the one at a position. While the text cannot be read, they are those of the last that could. */
export function useSourceNodes(text: string, position: number): SourceNodes {
  const found = useSignal<ReadSource | null>(null);
  useEffect(() => {
    let wanted = true;
    load().then(({ readSource }) => {
      if (wanted) found.value = readSource(text) ?? (text.trim() === "" ? null : found.value);
    }, () => {});
    return () => {
      wanted = false;
    };
  }, [text]);
  return { read: found.value, at: found.value && nodeAt(found.value.places, position) };
}

/** Returns the path of the innermost node at a position; null if there is none. */
const nodeAt = (places: ReadSource["places"], position: number): string | null =>
  places.filter(({ from, to }) => from <= position && position <= to)
    .toSorted((a, b) => b.from - a.from)[0]?.id ?? null;

/** The drawing of a text: the node at the cursor is marked, a press goes to a node, and a trial shows how far each came. */
export function SourceDrawing({ nodes: { read, at }, included, trial, onGoTo }: {
  nodes: SourceNodes;
  included: Workflow["included"];
  trial: TestRun | null;
  onGoTo: (line: number, column: number) => void;
}) {
  if (!read) return <p class="hint">The nodes are drawn here as you write them.</p>;
  const run = trial && {
    executions: trial.trace.map(({ id, path, status }) => ({ path, status, sessionId: id })),
    passed: [],
  };
  const nodes = nodesOf({ definition: { nodes: read.nodes }, included }, run ?? undefined);
  return (
    <NodeDrawing
      nodes={nodes}
      lit={at}
      direction="down"
      press={({ id }) => {
        const place = read.places.find((one) => one.id === id);
        return place ? () => onGoTo(place.line, place.column) : null;
      }}
    />
  );
}
