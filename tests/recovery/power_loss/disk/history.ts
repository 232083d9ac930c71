/** A file, directory or symbolic link, whatever its names are. */
export type NodeId = number;

/** What a node is from its creation on. `content` is what a file held when the recording began. */
export type Node = {
  readonly type: "file" | "directory" | "link";
  readonly mode: number;
  readonly content: Uint8Array;
  /** Where a symbolic link leads. */
  readonly target: string;
};

/** A name in a directory means that node from now on, or nothing any more. */
export type NameChange = { readonly directory: NodeId; readonly name: string; readonly node: NodeId | null };

/** One change of a disk, or a promise that changes are durable: `sync` of null means everything. */
export type Operation =
  & { readonly at: number }
  & (
    | { readonly kind: "names"; readonly changes: readonly NameChange[] }
    | { readonly kind: "write"; readonly node: NodeId; readonly offset: number; readonly bytes: Uint8Array }
    | { readonly kind: "size"; readonly node: NodeId; readonly size: number }
    | { readonly kind: "mode"; readonly node: NodeId; readonly mode: number }
    | { readonly kind: "sync"; readonly node: NodeId | null }
  );

/** An operation that changes the content of a file. */
export type DataOperation = Extract<Operation, { kind: "write" | "size" }>;

/** Reports whether an operation changes the content of a file. */
export const isData = (operation: Operation): operation is DataOperation =>
  operation.kind === "write" || operation.kind === "size";

/** Everything that happened to a disk. Its root directory is node 0; `before` is what it held at first. */
export type History = {
  readonly nodes: readonly Node[];
  readonly before: readonly NameChange[];
  readonly operations: readonly Operation[];
};

/** The root directory. */
export const ROOT: NodeId = 0;
