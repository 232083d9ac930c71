import { conflicts, type Footprint } from "./conflict.ts";

/** With more patterns than this everything is one chain, because comparing all pairs would cost too much. */
const MAX_GLOBS = 100;

/**
 * Groups instructions that share a path, directly or through others: each chain lists indexes in written order, chains are
 * ordered by their first. Chains have nothing in common, so they can be done at the same time.
 */
export function chainsOf(footprints: readonly Footprint[]): number[][] {
  if (footprints.filter(({ glob }) => glob !== null).length > MAX_GLOBS) return [[...footprints.keys()]];
  const groups = new Groups(footprints.length);
  const owners = new Map<string, number>();
  for (const [index, { paths }] of footprints.entries()) {
    for (const path of paths) {
      const owner = owners.get(path);
      if (owner === undefined) owners.set(path, index);
      else groups.join(owner, index);
    }
  }
  for (const [path, index] of owners) {
    for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1)) {
      const above = owners.get(path.slice(0, end));
      if (above !== undefined) groups.join(above, index);
    }
  }
  for (const [index, footprint] of footprints.entries()) {
    if (footprint.glob === null) continue;
    for (const [other, otherFootprint] of footprints.entries()) {
      if (other !== index && conflicts(footprint, otherFootprint)) groups.join(index, other);
    }
  }
  return groups.all();
}

/** Disjoint sets (union-find); a set's name is its smallest member. */
class Groups {
  readonly #parent: number[];

  constructor(size: number) {
    this.#parent = Array.from({ length: size }, (_, index) => index);
  }

  join(a: number, b: number): void {
    const [x, y] = [this.#root(a), this.#root(b)];
    this.#parent[Math.max(x, y)] = Math.min(x, y);
  }

  all(): number[][] {
    const sets = new Map<number, number[]>();
    for (const index of this.#parent.keys()) {
      const root = this.#root(index);
      const set = sets.get(root);
      if (set) set.push(index);
      else sets.set(root, [index]);
    }
    return [...sets.values()];
  }

  #root(index: number): number {
    let root = index;
    for (let up = this.#parent[root]; up !== undefined && up !== root; up = this.#parent[root]) root = up;
    this.#parent[index] = root;
    return root;
  }
}
