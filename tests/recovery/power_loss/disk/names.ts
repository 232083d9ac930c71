import { type NameChange, type Node, type NodeId, ROOT } from "./history.ts";

/** More links in a row than any kernel follows. */
const MAX_LINKS = 40;

/** Where a name is looked up: its directory, and the name in it. */
export type Place = { readonly directory: NodeId; readonly name: string };

/** The names of a disk at one moment. */
export class Names {
  readonly #entries = new Map<NodeId, Map<string, NodeId>>();

  /** `root` is the absolute path of the disk: absolute links lead to what lies below it. */
  constructor(readonly nodes: readonly Node[], readonly root: string) {}

  change({ directory, name, node }: NameChange): void {
    const entries = this.#entries.get(directory) ?? new Map<string, NodeId>();
    this.#entries.set(directory, entries);
    if (node === null) entries.delete(name);
    else entries.set(name, node);
  }

  entries(directory: NodeId): ReadonlyMap<string, NodeId> {
    return this.#entries.get(directory) ?? new Map();
  }

  /** Returns the node at an absolute path; null outside of the disk and where there is none. */
  find(path: string, follow: boolean): NodeId | null {
    const place = this.place(path);
    if (place === null) return path === this.root ? ROOT : null;
    return this.at(place, follow);
  }

  /** Returns the node of a name; null where there is none. */
  at({ directory, name }: Place, follow: boolean): NodeId | null {
    return this.#walk(directory, [name], follow);
  }

  /** Returns the directory and the last name of an absolute path; null outside of the disk and for its root. */
  place(path: string): Place | null {
    if (!path.startsWith(`${this.root}/`)) return null;
    return this.placeFrom(ROOT, path.slice(this.root.length + 1));
  }

  /** Returns the same of a path that is relative to a directory. */
  placeFrom(directory: NodeId, path: string): Place | null {
    const names = path.split("/").filter((name) => name !== "" && name !== ".");
    const name = names.pop();
    const parent = this.#walk(directory, names, true);
    return parent === null || name === undefined ? null : { directory: parent, name };
  }

  #walk(from: NodeId, names: readonly string[], follow: boolean, links = 0): NodeId | null {
    let node = from;
    for (const [index, name] of names.entries()) {
      const next = this.#entries.get(node)?.get(name);
      if (next === undefined || links > MAX_LINKS) return null;
      const last = index === names.length - 1;
      if (this.nodes[next]!.type === "link" && (follow || !last)) {
        const { target } = this.nodes[next]!;
        const rest = names.slice(index + 1);
        const inside = target.startsWith("/")
          ? target.startsWith(`${this.root}/`) ? target.slice(this.root.length + 1) : null
          : target;
        if (inside === null || inside.includes("..")) return null;
        const base = target.startsWith("/") ? ROOT : node;
        return this.#walk(base, [...inside.split("/"), ...rest], follow, links + 1);
      }
      node = next;
    }
    return node;
  }
}
