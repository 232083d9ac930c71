import { comparePaths } from "../../../client/review_order.ts";

/** A directory, or a file with its index in the list. A chain of single directories is one node. */
export type TreeNode = { name: string; path: string } & ({ children: TreeNode[] } | { index: number });

/** A line of the shown tree. */
export type TreeRow = { node: TreeNode; depth: number; position: number; siblings: number };

/** Returns the tree of paths, sorted by name with numbers by value, each file with its index in the list. */
export function buildTree(paths: readonly string[]): TreeNode[] {
  const root: TreeNode[] = [];
  const directories = new Map<string, TreeNode[]>([["", root]]);
  const childrenOf = (directory: string): TreeNode[] => {
    const known = directories.get(directory);
    if (known) return known;
    const slash = directory.lastIndexOf("/");
    const children: TreeNode[] = [];
    directories.set(directory, children);
    const node = { name: directory.slice(slash + 1), path: directory, children };
    childrenOf(slash < 0 ? "" : directory.slice(0, slash)).push(node);
    return children;
  };
  const sorted = paths.map((path, index) => ({ path, index })).sort((a, b) => comparePaths(a.path, b.path));
  for (const { path, index } of sorted) {
    const slash = path.lastIndexOf("/");
    childrenOf(slash < 0 ? "" : path.slice(0, slash)).push({ name: path.slice(slash + 1), path, index });
  }
  return root.map(compress);
}

function compress(node: TreeNode): TreeNode {
  if (!("children" in node)) return node;
  const [only] = node.children;
  if (node.children.length === 1 && only && "children" in only) {
    return compress({ ...only, name: `${node.name}/${only.name}` });
  }
  return { ...node, children: node.children.map(compress) };
}

/** Returns the visible lines of a tree, without the content of closed directories. */
export function treeRows(nodes: readonly TreeNode[], closed: ReadonlySet<string>, depth = 0): TreeRow[] {
  return nodes.flatMap((node, i) => {
    const row = { node, depth, position: i + 1, siblings: nodes.length };
    const open = "children" in node && !closed.has(node.path);
    return open ? [row, ...treeRows(node.children, closed, depth + 1)] : [row];
  });
}
