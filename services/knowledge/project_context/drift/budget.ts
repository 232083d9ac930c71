import { readIgnored } from "./ignored.ts";
import { RepositoryListing } from "./listing.ts";
import { TaskNames } from "./task_names.ts";

/** Limits of one request: the text to search for paths, the paths to check on disk, and the directory entries to read. */
const MAX_CHARACTERS = 4 * 1024 * 1024;
const MAX_LOOKUPS = 2000;
const MAX_ENTRIES = 20_000;

/** What one request may spend on drift, over all of its documents; each repository is listed once. */
export class DriftBudget {
  characters = MAX_CHARACTERS;
  lookups = MAX_LOOKUPS;
  entries = MAX_ENTRIES;
  readonly #listings = new Map<string, Promise<RepositoryListing>>();
  readonly #tasks = new Map<string, Promise<TaskNames>>();

  /** The files of a repository. */
  listing(root: string): Promise<RepositoryListing> {
    let listing = this.#listings.get(root);
    if (!listing) this.#listings.set(root, listing = RepositoryListing.read(root, readIgnored(root), this));
    return listing;
  }

  /** The names of the scripts and tasks in a repository. */
  tasks(root: string): Promise<TaskNames> {
    let tasks = this.#tasks.get(root);
    if (!tasks) {
      this.#tasks.set(
        root,
        tasks = this.listing(root).then((listing) => TaskNames.read(root, listing)),
      );
    }
    return tasks;
  }
}
