import { referencesOf } from "../../../machine/repositories/mod.ts";
import { block, type ChecklistCheck, ok, short, warn, withoutPlace } from "./item.ts";

/** Whether the directory of the run exists, as a git repository or without git. */
export const repositoryFound: ChecklistCheck = {
  check: "repository",
  title: "The repository exists",
  look: ({ place, placeProblem }) => {
    if (!place) return block(placeProblem!, "Send the message with the repoPath of an existing directory.");
    const { root, prefix, kind } = place.repository;
    if (kind === "directory") {
      return ok(`${root} is a directory without git. A private snapshot of it is used.`);
    }
    const found = prefix === ""
      ? `${root} is a git repository.`
      : `${prefix} is a directory of the git repository ${root}; the run changes nothing outside it.`;
    const references = referencesOf(place.repository);
    return references.length === 0 ? ok(found) : warn(
      [found, ...references].join(" "),
      "Nothing, if these directories are yours. Before the first run, a human is asked about objects outside of the repository.",
    );
  },
};

/** Whether the commit is known on which the run would be based. */
export const baseCommit: ChecklistCheck = {
  check: "base",
  title: "The base commit is known",
  look: ({ place }) => {
    if (!place) return withoutPlace();
    const { base, repository } = place;
    if (base === null) {
      return ok(
        repository.kind === "git"
          ? "There is no commit yet. The base is the content of the directory when the run starts."
          : "The base is the content of the directory when the run starts.",
      );
    }
    if (base.ref === null) {
      return warn(
        `HEAD is detached at ${short(base.commit)}.`,
        "Check out a branch, unless the work is meant for exactly that commit.",
      );
    }
    return ok(`The base is ${short(base.commit)} of ${base.ref}.`);
  },
};
