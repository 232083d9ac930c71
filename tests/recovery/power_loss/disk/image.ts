import { linkSync } from "node:fs";
import { join } from "node:path";
import { type NodeId, ROOT } from "./history.ts";
import type { Names } from "./names.ts";

/** A disk after a cut: its names, and what each file holds. */
export type Image = {
  readonly names: Names;
  readonly content: (node: NodeId) => Uint8Array;
  readonly mode: (node: NodeId) => number;
};

/** Writes an image into an empty directory. */
export function writeImage({ names, content, mode }: Image, path: string): void {
  const written = new Map<NodeId, string>();
  const write = (node: NodeId, at: string): void => {
    const { type, target } = names.nodes[node]!;
    const other = written.get(node);
    if (other !== undefined) return linkSync(other, at);
    if (type === "link") return Deno.symlinkSync(target, at);
    if (type === "directory") {
      if (node !== ROOT) Deno.mkdirSync(at);
      for (const [name, entry] of names.entries(node)) write(entry, join(at, name));
    } else {
      Deno.writeFileSync(at, content(node));
      written.set(node, at);
    }
    Deno.chmodSync(at, mode(node));
  };
  write(ROOT, path);
}
