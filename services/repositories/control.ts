import { dirname, join } from "node:path";
import { readOwnFile, readSmallFile, removeFile, replaceFile } from "./files.ts";
import { makeGitDirectory } from "./git_directory.ts";
import { namedDirectory, repositoryId } from "./identity.ts";
import type { Control, Repository } from "./types.ts";
import { requireGit } from "./version.ts";

const opening = new Map<string, Promise<unknown>>();

/**
 * Opens the private repository of a target, making it at first use. Nothing is written to the target; opening it
 * again, also at the same time, gives the same repository with the target's present settings. Objects are shared by
 * `alternates`: git may set the modification time of one that it would otherwise write a second time.
 *
 * @throws {UnavailableError} when git is not installed or the storage directory cannot be written
 */
export async function openControl(repository: Repository, storageDir: string): Promise<Control> {
  await requireGit();
  const id = repositoryId(namedDirectory(repository));
  // A directory whose repository was made anew in another format gets another store; ids do not mix.
  const name = repository.objectFormat === "sha1" ? "control.git" : "control-sha256.git";
  const control = { id, gitDir: join(storageDir, "repositories", id, name), repository };
  const previous = opening.get(control.gitDir) ?? Promise.resolve();
  const current = previous.catch(() => {}).then(() => prepare(control));
  opening.set(control.gitDir, current);
  try {
    await current;
  } finally {
    if (opening.get(control.gitDir) === current) opening.delete(control.gitDir);
  }
  return control;
}

/** Gives the directory for short-lived files of a control repository. */
export function temporaryRoot(control: Control): string {
  return join(dirname(control.gitDir), "temporary");
}

async function prepare(control: Control): Promise<void> {
  const { gitDir, repository } = control;
  await Deno.mkdir(temporaryRoot(control), { recursive: true, mode: 0o700 });
  if (await readSmallFile(join(gitDir, "HEAD")) === null) {
    const fresh = await Deno.makeTempDir({ dir: temporaryRoot(control) });
    await makeGitDirectory(fresh);
    await Deno.rename(fresh, gitDir);
  }
  await replaceFile(join(gitDir, "config"), controlConfig(repository));
  await replaceFile(join(gitDir, "objects", "info", "alternates"), alternates(repository.objectStores));
  await copyTargetData(control);
}

/** Returns the lines of `objects/info/alternates` for the given object directories. */
export function alternates(stores: readonly string[]): string {
  return stores.map((store) => store.includes("\n") ? `${JSON.stringify(store)}\n` : `${store}\n`).join("");
}

/** Ignore rules, attributes and the shallow boundary are data that a working tree's meaning depends on. */
async function copyTargetData({ gitDir, repository }: Control): Promise<void> {
  const { commonDir } = repository;
  for (const name of ["info/exclude", "info/attributes", "shallow"]) {
    const content = commonDir === undefined ? null : await readOwnFile(commonDir, name, 1 << 24);
    if (content === null) await removeFile(join(gitDir, name));
    else await replaceFile(join(gitDir, name), content);
  }
}

function controlConfig({ objectFormat, lineEndings }: Repository): string {
  return `[core]
\trepositoryFormatVersion = ${objectFormat === "sha1" ? 0 : 1}
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
${objectFormat === "sha1" ? "" : "[extensions]\n\tobjectFormat = sha256\n"}`;
}
