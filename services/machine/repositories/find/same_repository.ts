import { findWorkDirectory } from "./find.ts";
import { runGit } from "../git/git.ts";
import { namedDirectory } from "../git/identity.ts";
import type { Control, WorkDirectory } from "../git/types.ts";

/** Where a patch came from: the directory, and its base commit. */
export interface Origin {
  readonly directory: string;
  readonly commit: string;
  readonly kind: "git" | "directory";
  /** Whether the commit was created from the directory's content; then the repository never had it. */
  readonly snapshot?: boolean | undefined;
}

/**
 * Returns why a directory no longer contains the repository of a patch, or null if it does.
 *
 * @throws {InvalidError} what `findWorkDirectory` throws
 */
export async function replacementProblem(
  control: Control,
  storageDirectory: string,
  { directory, commit, kind, snapshot }: Origin,
): Promise<string | null> {
  const place = findWorkDirectory(directory, storageDirectory);
  if (namedDirectory(place) !== directory) return `${directory} now leads to ${namedDirectory(place)}.`;
  if (place.kind !== kind) {
    return `${directory} was ${nameOf(kind)} when the work began and is now ${nameOf(place.kind)}.`;
  }
  if (kind === "directory" || snapshot) return null;
  const { code } = await runGit(["cat-file", "-e", `${commit}^{commit}`], {
    gitDir: control.gitDir,
    accept: [0, 1, 128],
  });
  return code === 0
    ? null
    : `The repository ${directory} does not have the commit ${commit}, from which the work began.`;
}

const nameOf = (kind: WorkDirectory["kind"]): string =>
  kind === "git" ? "a git repository" : "a directory without git";
