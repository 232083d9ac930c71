import { join } from "node:path";
import type { Ignored } from "./ignored.ts";

const MAX_DEPTH = 32;

/** The files and directories of a repository by their last name, without ignored ones and those behind links. */
export class RepositoryListing {
  readonly #byName = new Map<string, string[]>();

  private constructor(
    /** False when there are more entries than one check may read, or a directory cannot be read. */
    public complete: boolean,
    readonly ignored: Ignored,
  ) {}

  /** Reads level by level, in the order of names, within the budget. */
  static async read(root: string, ignored: Ignored, budget: { entries: number }): Promise<RepositoryListing> {
    const listing = new RepositoryListing(true, ignored);
    let level = [""];
    for (let depth = 0; level.length > 0; depth++) {
      const next: string[] = [];
      for (const directory of level) {
        if (budget.entries <= 0 || depth > MAX_DEPTH) return listing.cut();
        for (const { name, isDirectory } of await entriesOf(join(root, directory), listing, budget)) {
          const path = directory === "" ? name : `${directory}/${name}`;
          listing.#add(name, path);
          if (isDirectory && name !== ".git" && !ignored(path)) next.push(path);
        }
      }
      level = next;
    }
    return listing;
  }

  /** Records that there is more than was read. */
  cut(): this {
    this.complete = false;
    return this;
  }

  /** Whether some path of the repository ends in this one. */
  hasPathEndingIn(path: string): boolean {
    const names = path.split("/").filter((name) => name !== "" && name !== ".");
    const end = names.join("/");
    return (this.#byName.get(names.at(-1) ?? "") ?? []).some((each) =>
      each === end || each.endsWith(`/${end}`)
    );
  }

  /** Returns paths with this last name, nearest to the root first. */
  named(name: string): readonly string[] {
    return this.#byName.get(name) ?? [];
  }

  #add(name: string, path: string): void {
    const paths = this.#byName.get(name);
    if (paths) paths.push(path);
    else this.#byName.set(name, [path]);
  }
}

async function entriesOf(
  directory: string,
  listing: RepositoryListing,
  budget: { entries: number },
): Promise<Deno.DirEntry[]> {
  const entries: Deno.DirEntry[] = [];
  try {
    for await (const entry of Deno.readDir(directory)) {
      if (budget.entries-- <= 0) {
        listing.cut();
        break;
      }
      entries.push(entry);
    }
  } catch {
    listing.cut();
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
