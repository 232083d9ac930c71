import { block, type Check, ok, short, warn, withoutPlace } from "./item.ts";

export const repositoryFound: Check = {
  check: "repository",
  title: "The repository is found",
  look: ({ place, placeProblem }) => {
    if (!place) return block(placeProblem!, "Send the message with the repoPath of an existing directory.");
    const { root, kind } = place.repository;
    return kind === "git"
      ? ok(`${root} is a git repository.`)
      : ok(`${root} is a directory without git; a private copy of its state stands for it.`);
  },
};

export const baseCommit: Check = {
  check: "base",
  title: "The base commit is known",
  look: ({ place }) => {
    if (!place) return withoutPlace();
    const { base, repository } = place;
    if (repository.kind === "directory") {
      return ok(`A snapshot of the directory, ${short(base.commit)}, is the base.`);
    }
    if (base.ref === null) {
      return warn(
        `HEAD is detached at ${short(base.commit)}.`,
        "Check a branch out, unless the work is meant for exactly that commit.",
      );
    }
    return ok(`The base is ${short(base.commit)} of ${base.ref}.`);
  },
};
