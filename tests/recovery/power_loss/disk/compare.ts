import { readDisk } from "./snapshot.ts";
import { Names } from "./names.ts";
import { type Image } from "./image.ts";
import { type NodeId, ROOT } from "./history.ts";

/** What a disk and an image of it have in common, and where they differ. */
export type Comparison = { readonly same: number; readonly differences: readonly string[] };

/** Compares an image with a real directory: names, kinds, modes, targets and every byte. */
export function compareImage(
  image: Image,
  directory: string,
  ignored: (path: string) => boolean,
): Comparison {
  const { nodes, before } = readDisk(directory);
  const real = new Names(nodes, directory);
  for (const change of before) real.change(change);
  const differences: string[] = [];
  let same = 0;
  const differs = (path: string, what: string) => {
    if (!ignored(path)) differences.push(`${path}: ${what}`);
  };
  const compare = (mine: NodeId, its: NodeId, path: string): void => {
    const [a, b] = [image.names.nodes[mine]!, nodes[its]!];
    if (a.type !== b.type) return differs(path, `is a ${a.type}, not a ${b.type}`);
    if (a.type !== "link" && image.mode(mine) !== b.mode) {
      differs(path, `has the mode ${image.mode(mine).toString(8)}, not ${b.mode.toString(8)}`);
    }
    if (a.target !== b.target) differs(path, `leads to ${a.target}, not to ${b.target}`);
    if (a.type === "file" && !sameBytes(image.content(mine), b.content)) differs(path, "has other content");
    same++;
    const [mineBelow, itsBelow] = [image.names.entries(mine), real.entries(its)];
    for (const name of new Set([...mineBelow.keys(), ...itsBelow.keys()])) {
      const below = path === "" ? name : `${path}/${name}`;
      const [one, other] = [mineBelow.get(name), itsBelow.get(name)];
      if (one !== undefined && other !== undefined) compare(one, other, below);
      else differs(below, one === undefined ? "is missing from the image" : "is only in the image");
    }
  };
  compare(ROOT, ROOT, "");
  return { same: same - differences.length, differences };
}

const sameBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && a.every((byte, index) => byte === b[index]);
