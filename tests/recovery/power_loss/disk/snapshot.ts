import { join } from "node:path";
import { type NameChange, type Node, type NodeId, ROOT } from "./history.ts";

const EMPTY = new Uint8Array();

/** The permission bits of a mode. */
export const PERMISSIONS = 0o7777;

/** Reads a directory, with all that it holds, as the first state of a disk. */
export function readDisk(path: string): { nodes: Node[]; before: NameChange[] } {
  const nodes: Node[] = [];
  const before: NameChange[] = [];
  const byInode = new Map<number, NodeId>();
  const read = (at: string): NodeId => {
    const { isDirectory, isSymlink, mode, ino, nlink } = Deno.lstatSync(at);
    const known = !isDirectory && nlink! > 1 ? byInode.get(ino!) : undefined;
    if (known !== undefined) return known;
    const node = nodes.push({
      type: isDirectory ? "directory" : isSymlink ? "link" : "file",
      mode: mode! & PERMISSIONS,
      content: isDirectory || isSymlink ? EMPTY : Deno.readFileSync(at),
      target: isSymlink ? Deno.readLinkSync(at) : "",
    }) - 1;
    byInode.set(ino!, node);
    if (isDirectory) {
      for (const { name } of [...Deno.readDirSync(at)].sort((a, b) => a.name < b.name ? -1 : 1)) {
        before.push({ directory: node, name, node: read(join(at, name)) });
      }
    }
    return node;
  };
  if (read(path) !== ROOT) throw new Error("The root of a disk is its first node.");
  return { nodes, before };
}
