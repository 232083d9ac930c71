import { contentAfter } from "../disk/content.ts";
import {
  type DataOperation,
  type History,
  isData,
  type NameChange,
  type Node,
  type NodeId,
  type Operation,
} from "../disk/history.ts";
import { Names, type Place } from "../disk/names.ts";

type Content =
  | Omit<Extract<Operation, { kind: "write" }>, "at">
  | Omit<Extract<Operation, { kind: "size" }>, "at">;
type Change =
  | Content
  | Omit<Extract<Operation, { kind: "names" }>, "at">
  | Omit<Extract<Operation, { kind: "mode" }>, "at">
  | Omit<Extract<Operation, { kind: "sync" }>, "at">;

const NO_CONTENT = new Uint8Array();

/** Writes down what happens to a disk, and knows the disk as its programs see it. */
export class Recorder {
  readonly nodes: Node[];
  readonly operations: Operation[] = [];
  readonly names: Names;
  readonly #data = new Map<NodeId, DataOperation[]>();
  readonly #sizes = new Map<NodeId, number>();
  /** When what comes next happens. */
  #at = 0;

  constructor(start: { nodes: readonly Node[]; before: readonly NameChange[] }, root: string) {
    this.nodes = [...start.nodes];
    this.before = start.before;
    this.names = new Names(this.nodes, root);
    for (const change of start.before) this.names.change(change);
  }

  readonly before: readonly NameChange[];

  get history(): History {
    return { nodes: this.nodes, before: this.before, operations: this.operations };
  }

  /** Sets the time; it never goes back, as calls that overlap are ordered by their ends. */
  reach(at: number): void {
    this.#at = Math.max(this.#at, at);
  }

  make(type: Node["type"], mode: number, place: Place, target = ""): NodeId {
    const node = this.nodes.push({ type, mode, target, content: NO_CONTENT }) - 1;
    this.rename([{ ...place, node }]);
    return node;
  }

  rename(changes: readonly NameChange[]): void {
    for (const change of changes) this.names.change(change);
    this.#add({ kind: "names", changes });
  }

  write(node: NodeId, offset: number, bytes: Uint8Array): void {
    if (bytes.length > 0) this.#add({ kind: "write", node, offset, bytes });
  }

  resize(node: NodeId, size: number): void {
    this.#add({ kind: "size", node, size });
  }

  chmod(node: NodeId, mode: number): void {
    this.#add({ kind: "mode", node, mode });
  }

  /** Everything where there is no node. */
  sync(node: NodeId | null): void {
    this.#add({ kind: "sync", node });
  }

  size(node: NodeId): number {
    return this.#sizes.get(node) ?? this.nodes[node]!.content.length;
  }

  content(node: NodeId): Uint8Array {
    return contentAfter(this.nodes[node]!.content, this.#data.get(node) ?? []);
  }

  #add(change: Change): void {
    const operation: Operation = { at: this.#at, ...change };
    this.operations.push(operation);
    if (!isData(operation)) return;
    const { node } = operation;
    const end = operation.kind === "size"
      ? operation.size
      : Math.max(this.size(node), operation.offset + operation.bytes.length);
    this.#sizes.set(node, end);
    const data = this.#data.get(node);
    if (data) data.push(operation);
    else this.#data.set(node, [operation]);
  }
}
