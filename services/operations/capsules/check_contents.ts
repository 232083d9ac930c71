import { join } from "node:path";
import { InvalidError } from "../../ground/kernel/errors.ts";
import { CheckedTrees, readObjects } from "../../machine/repositories/mod.ts";
import { CAPSULE_FILES, type CapsuleManifest } from "./manifest.ts";

/** The most that a base and a result may take on disk. */
const MAX_TREE_BYTES = 4 * 1024 ** 3;

type ArchivedFile = { path: string; size: number; sha256: string };

/** Compares what was unpacked with the manifest, in both directions. Throws `InvalidError`. */
export function compareFiles({ files, repository }: CapsuleManifest, found: readonly ArchivedFile[]): string {
  const there = new Map(found.map((each) => [each.path, each]));
  for (const name of [CAPSULE_FILES.manifest, CAPSULE_FILES.signature]) there.delete(name);
  for (const { path, name, size, sha256, recordedSha256, secretsRemoved } of files) {
    const file = there.get(path);
    if (!file) throw new InvalidError(`The file ${path} (${name}) is missing`);
    there.delete(path);
    if (file.sha256 !== sha256 || file.size !== size) {
      throw new InvalidError(`The file ${path} (${name}) differs from its hash in the manifest`);
    }
    if (recordedSha256 !== null && secretsRemoved === 0 && recordedSha256 !== sha256) {
      throw new InvalidError(
        `The file ${path} (${name}) differs from its recorded hash, although nothing was removed`,
      );
    }
  }
  const [extra] = there.keys();
  if (extra !== undefined) throw new InvalidError(`The manifest does not name ${extra}`);
  const has = (path: string) => files.some((file) => file.path === path);
  if (!has(CAPSULE_FILES.log)) throw new InvalidError(`The manifest does not name ${CAPSULE_FILES.log}`);
  if (has(CAPSULE_FILES.objects) !== (repository !== null)) {
    throw new InvalidError(
      "The manifest names objects without a repository, or a repository without objects",
    );
  }
  return `${files.length} files have the hashes in the manifest.`;
}

/**
 * Checks every object, and that all paths of the base and the result may be written. Returns the files of the base. Throws
 * `InvalidError`.
 */
export async function checkObjects(directory: string, { repository, run }: CapsuleManifest) {
  const { base, result } = run;
  if (!repository || !base) {
    if (repository || base || result) throw new InvalidError("The manifest names objects without a base");
    return { value: null, detail: "The run had no base." };
  }
  const trees = new CheckedTrees(repository.objectFormat);
  let objects = 0;
  for await (const object of readObjects(join(directory, CAPSULE_FILES.objects), repository.objectFormat)) {
    objects++;
    trees.add(object);
  }
  if (objects !== repository.objects) {
    throw new InvalidError(`There are ${objects} objects, but the manifest says ${repository.objects}`);
  }
  const [value] = [base, ...(result ? [result] : [])].map((each) => {
    trees.requireCommit(each);
    const found = trees.filesOf(each.tree);
    if (found.bytes > MAX_TREE_BYTES) {
      throw new InvalidError(
        `The files of ${each.commit} have ${found.bytes} bytes, more than ${MAX_TREE_BYTES}`,
      );
    }
    return found;
  });
  trees.requireDirectory(base.tree, repository.prefix);
  return {
    value: value ?? null,
    detail:
      `${objects} objects match their ids; ${value?.files.length} files of the base can be written safely.`,
  };
}
