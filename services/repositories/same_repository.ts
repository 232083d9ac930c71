import { findPlace } from "./find.ts";
import { runGit } from "./git.ts";
import { namedDirectory } from "./identity.ts";
import type { Control, Place } from "./types.ts";

/**
 * Returns what tells a git directory from another one at the same path, or null without git: the file system's number for
 * it, and when it was made.
 */
export function gitIdentityOf({ gitDir }: Place): string | null {
  if (gitDir === undefined) return null;
  const { ino, birthtime } = Deno.statSync(gitDir);
  return `${ino ?? 0}/${birthtime?.getTime() ?? 0}`;
}

/** Where a patch came from: the commit that its base was, and the git directory if it was put on record. */
export interface Origin {
  readonly directory: string;
  readonly commit: string;
  readonly kind: "git" | "directory";
  readonly gitIdentity?: string | undefined;
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
  { directory, commit, kind, gitIdentity, snapshot }: Origin,
): Promise<string | null> {
  const place = findPlace(directory, storageDirectory);
  if (namedDirectory(place) !== directory) return `${directory} leads to ${namedDirectory(place)} now.`;
  if (place.kind !== kind) {
    return `${directory} was ${nameOf(kind)} when the work began and is ${nameOf(place.kind)} now.`;
  }
  if (kind === "directory") return null;
  if (gitIdentity !== undefined && gitIdentity !== gitIdentityOf(place)) {
    return `The git directory of ${directory} is another one than when the work began.`;
  }
  if (snapshot) return null;
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
