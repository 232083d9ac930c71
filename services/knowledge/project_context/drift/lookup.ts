import { relative, resolve } from "node:path";
import { isInside } from "../paths/inside.ts";
import type { DriftBudget } from "./budget.ts";
import type { PathCandidate } from "./path_like.ts";

/** The result of looking up a path in the repository; null if there is nothing to report. */
export type PathLookup = "present" | "missing" | "outside" | "unknown";

/** Looks up paths in one repository, relative to the directories that a document may mean. */
export class Lookup {
  constructor(
    readonly root: string,
    /** The directories that a path may be relative to, likeliest first. */
    readonly directories: readonly string[],
    readonly budget: DriftBudget,
    /** Whether a path may also be relative to a directory that the document does not name. */
    readonly anywhere = true,
  ) {}

  /** The same repository with one certain directory. */
  from(directory: string): Lookup {
    return new Lookup(this.root, [directory], this.budget, false);
  }

  /** Whether a candidate exists; also `present` for what turns out not to be a path of this repository. */
  async find({ path, certainty }: PathCandidate): Promise<PathLookup> {
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

  /** Whether something is at a path; links are followed, but nothing outside the repository is distinguished. */
  async at(directory: string, path: string): Promise<PathLookup> {
    const target = resolve(directory, path);
    if (!isInside(this.root, target)) return "outside";
    if (this.budget.lookups-- <= 0) return "unknown";
    try {
      return isInside(this.root, await Deno.realPath(target)) ? "present" : "outside";
    } catch (error) {
      return error instanceof Deno.errors.PermissionDenied ? "unknown" : "missing";
    }
  }

  async #anywhere(path: string): Promise<PathLookup> {
    const found: PathLookup[] = [];
    for (const directory of this.directories) {
      const state = await this.at(directory, path);
      if (state === "present") return state;
      found.push(state);
    }
    return (["unknown", "missing", "outside"] as const).find((state) => found.includes(state)) ?? "missing";
  }

  async #afterIgnored(path: string, found: PathLookup): Promise<PathLookup> {
    if (found !== "missing") return found;
    const { ignored } = await this.budget.listing(this.root);
    const places = path.startsWith("/") ? [`.${path}`] : this.directories.map((each) => resolve(each, path));
    return places.some((place) => ignored(relative(this.root, resolve(this.root, place))))
      ? "present"
      : found;
  }
}
