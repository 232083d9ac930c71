import { useMemo } from "preact/hooks";
import { Badge, Status } from "../../kit/badge.tsx";
import { Drawing } from "../../kit/graph/drawing.tsx";
import type { Direction } from "../../kit/graph/layout.ts";
import { Tree, type TreeItem } from "../../kit/lists/tree.tsx";
import { drawn, type ShownExecution, type ShownNode } from "./nodes.ts";
import { ShownText } from "../../kit/text/shown_text.tsx";

type Open = (execution: ShownExecution) => void;

/** A drawing of nodes and, with the same content, a tree for the keyboard; `onOpen` opens an execution. */
export function NodeGraph({ nodes, onOpen }: { nodes: readonly ShownNode[]; onOpen?: Open }) {
  return (
    <div class="stack">
      <NodeDrawing
        nodes={nodes}
        press={({ executions }) => {
          const last = executions.at(-1);
          return last && onOpen ? () => onOpen(last) : null;
        }}
      />
      <Tree label="Nodes" items={nodes.map((node) => treeItem(node, onOpen))} />
    </div>
  );
}

/** A drawing of nodes; `press` returns what pressing a node does, or null. */
export function NodeDrawing({ nodes, press, lit, direction, label = "Diagram of the nodes" }: {
  nodes: readonly ShownNode[];
  press: (node: ShownNode) => (() => void) | null;
  /** The id of the node that is marked. */
  lit?: string | null;
  direction?: Direction;
  label?: string;
}) {
  const items = useMemo(() => drawn(nodes), [nodes]);
  return (
    <Drawing label={label} items={items} direction={direction}>
      {(node) => <DrawnNode node={node} onPress={press(node)} isLit={node.id === lit} />}
    </Drawing>
  );
}

function DrawnNode(
  { node, onPress, isLit }: { node: ShownNode; onPress: (() => void) | null; isLit: boolean },
) {
  const { title, notes } = node;
  const content = (
    <>
      <ShownText as="span" class="one-line" text={title} />
      <span class="row small">
        <Badge>{kindOf(node)}</Badge>
        {node.status && <Status status={node.status} />}
      </span>
    </>
  );
  const hover = [title, ...notes].join("\n");
  const name = isLit ? "graph-item is-lit" : "graph-item";
  return onPress
    ? (
      <button
        type="button"
        class={name}
        title={hover}
        aria-current={isLit ? "true" : undefined}
        onClick={onPress}
      >
        {content}
      </button>
    )
    : <div class={name} title={hover}>{content}</div>;
}

const kindOf = ({ kind }: ShownNode): string => kind.replaceAll("_", " ");

/** Returns the tree item of a node; several executions are items below it. */
function treeItem(node: ShownNode, onOpen: Open | undefined): TreeItem {
  const { id, name, title, status, notes, executions, dependsOn, children } = node;
  const after = dependsOn.filter((other) => !id.startsWith(`${other}.`)).map((other) =>
    other.split(".").at(-1)
  );
  const afterWords = after.length > 0 ? `after ${after.join(", ")}` : "";
  const last = executions.at(-1);
  return {
    id,
    content: (
      <>
        <ShownText as="strong" text={title} />
        <Badge>{kindOf(node)}</Badge>
        {status && <Status status={status} />}
        {title !== name && <code>{name}</code>}
        {afterWords && <span class="hint small">{afterWords}</span>}
        {notes.map((note) => <span key={note} class="hint small wrap-anywhere">{note}</span>)}
      </>
    ),
    open: onOpen && last && executions.length === 1 ? () => onOpen(last) : undefined,
    children: [
      ...children.map((child) => treeItem(child, onOpen)),
      ...(executions.length > 1 ? executions.map((one) => executionItem(one, onOpen)) : []),
    ],
  };
}

const executionItem = (execution: ShownExecution, onOpen: Open | undefined): TreeItem => ({
  id: execution.sessionId,
  content: (
    <>
      <code>{execution.path}</code>
      <Status status={execution.status} />
    </>
  ),
  open: onOpen && (() => onOpen(execution)),
  children: [],
});
