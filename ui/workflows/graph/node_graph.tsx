import { useMemo } from "preact/hooks";
import { Badge, Status } from "../../kit/badge.tsx";
import { Drawing } from "../../kit/graph/drawing.tsx";
import { Tree, type TreeItem } from "../../kit/lists/tree.tsx";
import { drawn, type ShownExecution, type ShownNode } from "./nodes.ts";

type Open = (execution: ShownExecution) => void;

/** A drawing of nodes and, with the same content, a tree for the keyboard; `onOpen` opens an execution. */
export function NodeGraph({ nodes, onOpen }: { nodes: readonly ShownNode[]; onOpen?: Open }) {
  const items = useMemo(() => drawn(nodes), [nodes]);
  return (
    <div class="stack">
      <Drawing label="Diagram of the nodes" items={items}>
        {(node) => <DrawnNode node={node} onOpen={onOpen} />}
      </Drawing>
      <Tree label="Nodes" items={nodes.map((node) => treeItem(node, onOpen))} />
    </div>
  );
}

function DrawnNode({ node, onOpen }: { node: ShownNode; onOpen: Open | undefined }) {
  const { title, notes } = node;
  const last = node.executions.at(-1);
  const content = (
    <>
      <span class="one-line">{title}</span>
      <span class="row small">
        <Badge>{kindOf(node)}</Badge>
        {node.status && <Status status={node.status} />}
      </span>
    </>
  );
  const hover = [title, ...notes].join("\n");
  return last && onOpen
    ? (
      <button type="button" class="graph-item" title={hover} onClick={() => onOpen(last)}>
        {content}
      </button>
    )
    : <div class="graph-item" title={hover}>{content}</div>;
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
        <strong>{title}</strong>
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
