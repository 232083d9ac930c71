import { relative, resolve } from "node:path";
import { isInside } from "../inside.ts";
import type { DriftBudget } from "./budget.ts";
import type { PathCandidate } from "./path_like.ts";

/** What a look at the repository says of a path; null is none worth a word. */
export type Found = "present" | "missing" | "outside" | "unknown";

/** Looks for paths in one repository, from the directories that a document may mean. */
export class Lookup {
  constructor(
    readonly root: string,
    /** Where a path may be meant from, the likeliest first. */
    readonly directories: readonly string[],
    readonly budget: DriftBudget,
    /** Whether a path may also be meant from a directory that nobody names. */
    readonly anywhere = true,
  ) {}

  /** The same repository from one directory that is known for sure. */
  from(directory: string): Lookup {
    return new Lookup(this.root, [directory], this.budget, false);
  }

  /** Whether a candidate is there; `present` also for what turns out to be no path of this repository at all. */
  async find({ path, certainty }: PathCandidate): Promise<Found> {
    if (path.startsWith("/")) return await this.#afterIgnored(path, await this.at(this.root, `.${path}`));
    if (certainty === "perhaps") {
      const first = path.split("/")[0]!;
      if (await this.#anywhere(first) !== "present") return "present";
    }
    const found = await this.#afterIgnored(path, await this.#anywhere(path));
    if (found !== "missing" || certainty === "explicit" || !this.anywhere) return found;
    const listing = await this.budget.listing(this.root);
    if (listing.hasPathEndingIn(path)) return "present";
    return listing.complete ? "missing" : "unknown";
  }

  /** Whether something is at a path; links are followed, but nothing out of the repository is told apart. */
  async at(directory: string, path: string): Promise<Found> {
    const target = resolve(directory, path);
    if (!isInside(this.root, target)) return "outside";
    if (this.budget.lookups-- <= 0) return "unknown";
    try {
      return isInside(this.root, await Deno.realPath(target)) ? "present" : "outside";
    } catch (error) {
      return error instanceof Deno.errors.PermissionDenied ? "unknown" : "missing";
    }
  }

  async #anywhere(path: string): Promise<Found> {
    const found: Found[] = [];
    for (const directory of this.directories) {
      const state = await this.at(directory, path);
      if (state === "present") return state;
      found.push(state);
    }
    return (["unknown", "missing", "outside"] as const).find((state) => found.includes(state)) ?? "missing";
  }

  async #afterIgnored(path: string, found: Found): Promise<Found> {
    if (found !== "missing") return found;
    const { ignored } = await this.budget.listing(this.root);
    const places = path.startsWith("/") ? [`.${path}`] : this.directories.map((each) => resolve(each, path));
    return places.some((place) => ignored(relative(this.root, resolve(this.root, place))))
      ? "present"
      : found;
  }
}
