import { findPlace } from "./find.ts";
import { runGit } from "./git.ts";
import { namedDirectory } from "./identity.ts";
import type { Control, Place } from "./types.ts";

/** Where a patch came from: the directory, and the commit that its base was. */
export interface Origin {
  readonly directory: string;
  readonly commit: string;
  readonly kind: "git" | "directory";
  /** Whether the commit was made of what the directory held; then the repository never had it. */
  readonly snapshot?: boolean | undefined;
}

/**
 * Returns why a directory does not hold the repository any more that a patch came from, or null when it does.
 *
 * @throws {InvalidError} what `findPlace` throws
 */
export async function replacementProblem(
  control: Control,
  storageDirectory: string,
  { directory, commit, kind, snapshot }: Origin,
): Promise<string | null> {
  const place = findPlace(directory, storageDirectory);
  if (namedDirectory(place) !== directory) return `${directory} leads to ${namedDirectory(place)} now.`;
  if (place.kind !== kind) {
    return `${directory} was ${nameOf(kind)} when the work began and is ${nameOf(place.kind)} now.`;
  }
  if (kind === "directory" || snapshot) return null;
  const { code } = await runGit(["cat-file", "-e", `${commit}^{commit}`], {
    gitDir: control.gitDir,
    accept: [0, 1, 128],
  });
  return code === 0
    ? null
    : `The repository ${directory} does not have the commit ${commit} that the work began from.`;
}

const nameOf = (kind: Place["kind"]): string =>
  kind === "git" ? "a git repository" : "a directory without git";
