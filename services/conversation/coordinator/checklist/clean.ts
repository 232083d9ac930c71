import { type Base, changedOnDisk } from "../../../machine/repositories/mod.ts";
import { parseRecipe } from "../../../workforce/recipes/parse.ts";
import { pathsOf } from "../messages/answers/overlap.ts";
import { block, type ChecklistCheck, ok, short, warn, withoutPlace } from "./item.ts";
import type { RepositoryAtCommit } from "../../../workforce/repository_files/repository_place.ts";
import { problemOf } from "./subject.ts";
import { counted } from "../../../ground/kernel/words.ts";

/** How many changed paths are named. */
const NAMED = 5;

/** Compares the working tree with the base through the private repository: git does not run in the target. */
export const repositoryClean: ChecklistCheck = {
  check: "clean",
  title: "The working tree matches the base",
  look: async ({ ctx, place, request, signal }) => {
    if (!place) return withoutPlace();
    if (place.base === null) {
      return ok("There is no commit, so the base is the current content of the directory.");
    }
    let changed: string[];
    try {
      changed = await changedPaths({ ...place, base: place.base }, ctx.actor !== "agent", signal);
    } catch (cause) {
      const problem = problemOf(cause, signal);
      return warn(`It could not be compared: ${problem}`, "Look at the working tree with git status.");
    }
    if (changed.length === 0) {
      return ok(`No file differs from ${short(place.base.commit)}; ignored files were not checked.`);
    }
    const named = namedIn(request);
    const touched = changed.filter((path) => named.has(path));
    if (touched.length > 0) {
      return block(
        `The request is about ${
          list(touched)
        }, which changed since the base: the patch could not be applied.`,
        "Commit or stash these changes first.",
      );
    }
    return warn(
      `${counted(changed.length, "path")} changed since the base: ${
        list(changed)
      }. The run does not see these changes.`,
      "Commit them if the work depends on them. Files that the run does not touch are not changed.",
    );
  },
};

/** Returns the changed, added and deleted paths below the named directory, relative to it and sorted. */
async function changedPaths(
  { control, repository, base }: RepositoryAtCommit & { base: Base },
  keepTimes: boolean,
  signal: AbortSignal,
): Promise<string[]> {
  const below = repository.prefix === "" ? "" : `${repository.prefix}/`;
  return (await changedOnDisk(control, { commit: base.commit, keepTimes, signal }))
    .filter(({ path }) => path.startsWith(below)).map(({ path }) => path.slice(below.length));
}

function namedIn(request: string): Set<string> {
  const recipe = parseRecipe(request);
  return new Set("instructions" in recipe ? recipe.instructions.flatMap(pathsOf) : []);
}

const list = (paths: readonly string[]): string =>
  paths.slice(0, NAMED).join(", ") + (paths.length > NAMED ? ` and ${paths.length - NAMED} more` : "");
