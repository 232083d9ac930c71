import { dirname, join } from "node:path";
import { inTurn } from "../../../ground/kernel/in_turn.ts";
import { readOwnFile, readSmallFile, removeFile, replaceFile } from "./files.ts";
import { makeGitDirectory } from "./git_directory.ts";
import { namedDirectory, repositoryId } from "./identity.ts";
import { formatConfig, makeStore, STORE_NAMES } from "./object_store.ts";
import type { Control, Repository } from "./types.ts";
import { requireGit } from "./version.ts";

const opening = new Map<string, Promise<unknown>>();

/**
 * Opens the private repositories of a target, creating or repairing them where needed. Nothing is written to the target. Opening
 * it again, even concurrently, returns the same repositories with the target's current settings. Objects are shared through
 * `alternates`: git may update the modification time of one that it would otherwise write again.
 *
 * @throws {UnavailableError} when git is not installed or the storage directory cannot be written
 */
export async function openControl(repository: Repository, storageDir: string): Promise<Control> {
  await requireGit();
  const id = repositoryId(namedDirectory(repository));
  const directory = join(storageDir, "repositories", id);
  // A repository that was recreated in another object format gets another store, because ids do not mix.
  const store = join(directory, STORE_NAMES[repository.objectFormat]);
  const control = { id, gitDir: join(directory, WORK_NAMES[repository.objectFormat]), store, repository };
  await inTurn(opening, store, () => prepare(control));
  return control;
}

/** Returns the names of the repositories that git works in, one for each object format. */
export const WORK_NAMES = { sha1: "work.git", sha256: "work-sha256.git" } as const;

/** Returns the directory for short-lived files of a target's private repositories. */
export function temporaryRoot({ store }: Pick<Control, "store">): string {
  return join(dirname(store), "temporary");
}

async function prepare(control: Control): Promise<void> {
  const { gitDir, store, repository } = control;
  await makeStore(store, alternates(repository.objectStores));
  await Deno.mkdir(temporaryRoot(control), { recursive: true, mode: 0o700 });
  await makeGitDirectory(gitDir);
  await keepText(join(gitDir, "config"), workConfig(repository));
  await keepText(
    join(gitDir, "objects", "info", "alternates"),
    alternates([join(store, "objects"), ...repository.objectStores]),
  );
  await copyTargetData(control);
}

/** Returns the lines of `objects/info/alternates` for the given object directories. */
export function alternates(stores: readonly string[]): string {
  return stores.map((store) => store.includes("\n") ? `${JSON.stringify(store)}\n` : `${store}\n`).join("");
}

/** Ignore rules, attributes and the shallow boundary affect the meaning of a working tree. */
async function copyTargetData({ gitDir, repository }: Control): Promise<void> {
  const { commonDir, ignores = "" } = repository;
  for (const name of ["info/exclude", "info/attributes", "shallow"]) {
    const own = commonDir === undefined ? null : await readOwnFile(commonDir, name, 1 << 24);
    // The last rule that matches counts: those of the repository come after those of the person.
    const content = name === "info/exclude" && ignores !== "" ? `${ignores}\n${own ?? ""}` : own;
    if (content === null) await removeFile(join(gitDir, name));
    else await keepText(join(gitDir, name), content);
  }
}

async function keepText(path: string, text: string): Promise<void> {
  if (await readSmallFile(path, 1 << 25) !== text) await replaceFile(path, text);
}

function workConfig({ objectFormat, lineEndings }: Repository): string {
  return `${formatConfig(objectFormat)}[core]
\tbare = true
\tfileMode = true
\tsymlinks = true
\tignoreCase = false
\tlogAllRefUpdates = false
\tautocrlf = ${lineEndings.autocrlf}
\teol = ${lineEndings.eol}
\tsafecrlf = false
[merge]
\tdirectoryRenames = false
`;
}
