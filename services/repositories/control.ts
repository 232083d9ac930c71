import { dirname, join, relative } from "node:path";
import { readSmallFile, removeFile, replaceFile } from "./files.ts";
import { makeGitDirectory } from "./git_directory.ts";
import { repositoryId } from "./identity.ts";
import { formatConfig, makeStore, STORE_NAMES } from "./object_store.ts";
import type { Control, Repository } from "./types.ts";
import { requireGit } from "./version.ts";

const opening = new Map<string, Promise<unknown>>();

/**
 * Opens the private repositories of a target, making or mending them where needed. Nothing is written to the target;
 * opening it again, also at the same time, gives the same repositories with the target's present settings. Objects are
 * shared by `alternates`: git may set the modification time of one that it would otherwise write a second time.
 *
 * @throws {UnavailableError} when git is not installed or the storage directory cannot be written
 */
export async function openControl(repository: Repository, storageDir: string): Promise<Control> {
  await requireGit();
  const id = repositoryId(repository.root);
  const directory = join(storageDir, "repositories", id);
  // A directory whose repository was made anew in another format gets another store; ids do not mix.
  const store = join(directory, STORE_NAMES[repository.objectFormat]);
  const control = { id, gitDir: join(directory, WORK_NAMES[repository.objectFormat]), store, repository };
  const previous = opening.get(store) ?? Promise.resolve();
  const current = previous.catch(() => {}).then(() => prepare(control));
  opening.set(store, current);
  try {
    await current;
  } finally {
    if (opening.get(store) === current) opening.delete(store);
  }
  return control;
}

/** The names of the repositories that git works in, one for each object format. */
export const WORK_NAMES = { sha1: "work.git", sha256: "work-sha256.git" } as const;

/** Gives the directory for short-lived files of a target's private repositories. */
export function temporaryRoot({ store }: Pick<Control, "store">): string {
  return join(dirname(store), "temporary");
}

async function prepare(control: Control): Promise<void> {
  const { gitDir, store, repository } = control;
  await makeStore(store, alternates(repository.commonDir));
  await Deno.mkdir(temporaryRoot(control), { recursive: true, mode: 0o700 });
  await makeGitDirectory(gitDir);
  await keepText(join(gitDir, "config"), workConfig(repository));
  await keepText(join(gitDir, "objects", "info", "alternates"), alternates(store, repository.commonDir));
  await copyTargetData(control);
}

/** Gives the lines of `objects/info/alternates` for the given git directories. */
export function alternates(...gitDirs: readonly (string | undefined)[]): string {
  return gitDirs.filter((gitDir) => gitDir !== undefined).map((gitDir) => {
    const objects = join(gitDir, "objects");
    return objects.includes("\n") ? `${JSON.stringify(objects)}\n` : `${objects}\n`;
  }).join("");
}

/** Ignore rules, attributes and the shallow boundary are data that a working tree's meaning depends on. */
async function copyTargetData({ gitDir, repository }: Control): Promise<void> {
  const { commonDir } = repository;
  for (const name of ["info/exclude", "info/attributes", "shallow"]) {
    let content = commonDir === undefined ? null : await readSmallFile(join(commonDir, name), 1 << 24);
    if (name === "info/exclude") content = `${content ?? ""}\n${storageRule(gitDir, repository.root)}`;
    if (content === null) await removeFile(join(gitDir, name));
    else await keepText(join(gitDir, name), content);
  }
}

async function keepText(path: string, text: string): Promise<void> {
  if (await readSmallFile(path, 1 << 25) !== text) await replaceFile(path, text);
}

/** Keeps this service's own storage out of the snapshot of a directory that contains it. */
function storageRule(gitDir: string, root: string): string {
  const path = relative(root, dirname(dirname(dirname(gitDir))));
  if (path === "" || path.startsWith("..")) return "";
  return `/${path.replace(/[\\*?[\]!# ]/g, "\\$&")}/\n`;
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
