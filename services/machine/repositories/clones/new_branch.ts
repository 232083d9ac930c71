import { dirname, join } from "node:path";
import { sync, writeNew } from "../../../../store/durable_file.ts";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { alternates } from "../git/control.ts";
import { isMissing, removeFile, replaceFile, unwritable } from "../git/files.ts";
import { git, gitText, runGit } from "../git/git.ts";
import { makeGitDirectory } from "../git/git_directory.ts";
import { formatConfig } from "../git/object_store.ts";
import { readReference } from "../find/references.ts";
import { temporaryDirectory } from "../git/temporary.ts";
import type { Control } from "../git/types.ts";

/** A commit of the private repository that the target is to receive under a new name, and the target's commit that it builds on. */
interface NewBranch {
  readonly name: string;
  readonly commit: string;
  readonly base: string;
}

/**
 * Writes a commit's objects into the target, as a pack, and a new branch for it, as one file. No git runs there, so no hook,
 * filter or signing program does; index, checkout and every other ref stay unchanged. A repeated call changes nothing. Returns
 * the commit of the branch: the same change on the same base counts as written, whatever its message says.
 *
 * @throws {InvalidError} when the name is taken, or the target does not store its refs in files
 * @throws {UnwritableError} when this service may not write there
 */
export async function writeNewBranch(control: Control, { name, commit, base }: NewBranch): Promise<string> {
  const { commonDir, gitDir } = control.repository;
  if (commonDir === undefined || gitDir === undefined) {
    throw new InvalidError(`${control.repository.root} is not a git repository, so it cannot have a branch.`);
  }
  const ref = `refs/heads/${name}`;
  const present = await readReference(gitDir, commonDir, ref);
  if (present !== null && await isSameChange(control, present.trim(), commit)) return present.trim();
  const problem = await branchProblem({ gitDir, commonDir }, name);
  if (problem !== null) throw new InvalidError(problem);
  try {
    await writePack(control, { commit, base, commonDir });
    await writeRef(commonDir, ref, commit);
  } catch (cause) {
    throw unwritable(commonDir, cause) ?? cause;
  }
  return commit;
}

/** Returns why a new branch of that name cannot be written to a repository; null if it can. */
export async function branchProblem(
  { gitDir, commonDir }: { gitDir: string; commonDir: string },
  name: string,
): Promise<string | null> {
  const ref = `refs/heads/${name}`;
  if (await readReference(gitDir, commonDir, ref) !== null) {
    return `The branch ${name} already exists. No ref was moved.`;
  }
  if (await readReference(gitDir, commonDir, dirname(ref)) !== null) {
    return `A branch called ${
      dirname(name)
    } is in the way of ${name}. Rename it, or take the patch as a file.`;
  }
  return await exists(join(commonDir, "reftable"))
    ? "The repository keeps its refs as reftables, which this service does not write. Take the patch as a file."
    : null;
}

/** Whether two commits have the same tree and parents. What is no commit of the target is another change. */
async function isSameChange({ gitDir }: Control, present: string, commit: string): Promise<boolean> {
  if (present === commit) return true;
  const [one, other] = await Promise.all([present, commit].map(async (id) => {
    const args = ["log", "-1", "--format=%T %P", "--end-of-options", id];
    const { code, stdout } = await runGit(args, { gitDir, accept: [0, 128] });
    return code === 0 ? new TextDecoder().decode(stdout) : id;
  }));
  return one === other;
}

async function writePack(
  control: Control,
  { commit, base, commonDir }: { commit: string; base: string; commonDir: string },
): Promise<void> {
  await using made = await temporaryDirectory(control);
  const stdin = `${commit}\n^${base}\n`;
  const prefix = join(made.path, "pack");
  const hash = await gitText(["pack-objects", "--revs", "--quiet", prefix], {
    gitDir: control.gitDir,
    stdin,
  });
  const packs = join(commonDir, "objects", "pack");
  await Deno.mkdir(packs, { recursive: true });
  await requireOwn(packs);
  for (const end of ["pack", "idx"]) {
    const to = join(packs, `pack-${hash}.${end}`);
    const temporary = join(packs, `tmp_pack_${crypto.randomUUID().replaceAll("-", "")}`);
    await writeNew(temporary, [await Deno.readFile(`${prefix}-${hash}.${end}`)]);
    await Deno.chmod(temporary, 0o444);
    await Deno.rename(temporary, to);
  }
  await sync(packs);
  await requireWhole(control, commit, base, made.path);
}

/** The branch must not name anything that the target itself does not have. */
async function requireWhole({ repository }: Control, commit: string, base: string, place: string) {
  const gitDir = join(place, "check.git");
  await makeGitDirectory(gitDir);
  await replaceFile(join(gitDir, "config"), formatConfig(repository.objectFormat));
  await replaceFile(join(gitDir, "objects", "info", "alternates"), alternates(repository.objectStores));
  await git(["rev-list", "--objects", "--quiet", commit, `^${base}`], { gitDir });
}

/** Uses git's own lock, so no other process creates the same ref at the same time. */
async function writeRef(commonDir: string, ref: string, commit: string): Promise<void> {
  const path = join(commonDir, ref);
  const directory = dirname(path);
  await Deno.mkdir(directory, { recursive: true });
  await requireOwn(directory);
  // The name is unique to this run, so a lock of it was left by a service that was killed.
  await removeFile(`${path}.lock`);
  await writeNew(`${path}.lock`, [new TextEncoder().encode(`${commit}\n`)]);
  await Deno.chmod(`${path}.lock`, 0o644);
  await Deno.rename(`${path}.lock`, path);
  await sync(directory);
}

async function requireOwn(directory: string): Promise<void> {
  if (await Deno.realPath(directory) === directory) return;
  throw new InvalidError(`${directory} is behind a symbolic link, so it is not written.`);
}

async function exists(path: string): Promise<boolean> {
  return await Deno.lstat(path).then(() => true, (cause) => {
    if (isMissing(cause)) return false;
    throw cause;
  });
}
