import { resolve } from "node:path";
import { InvalidError } from "../../../ground/kernel/errors.ts";
import { findWorkDirectory } from "./find.ts";
import { personIgnores, personSettings } from "./person.ts";
import { readTargetConfig } from "./target_config.ts";
import type { Repository, WorkDirectory } from "../git/types.ts";
import { requireGit } from "../git/version.ts";

/**
 * Finds the repository of a path, see `findWorkDirectory`, and reads its settings.
 *
 * @throws {InvalidError} what `findWorkDirectory` throws, and for a repository that is bare or of an unsupported format
 * @throws {UnavailableError} when git is not installed or too old
 */
export async function locateRepository(path: string, storageDirectory: string): Promise<Repository> {
  await requireGit();
  const place = findWorkDirectory(path, storageDirectory);
  if (place.commonDir === undefined) {
    return { ...place, objectFormat: "sha1", lineEndings: { autocrlf: "false", eol: "native" } };
  }
  return await describe(path, place, place.commonDir);
}

async function describe(path: string, place: WorkDirectory, commonDir: string): Promise<Repository> {
  const { root, gitDir } = place;
  const person = await personSettings();
  const { bare, workTree, ...settings } = await readTargetConfig(commonDir, person);
  // A linked worktree shares its configuration with a main repository, which may be bare.
  if (commonDir === gitDir) {
    if (bare) {
      throw new InvalidError(`The repository at ${gitDir} is bare. Name one of its working trees instead.`);
    }
    if (workTree !== null && await Deno.realPath(resolve(gitDir, workTree)).catch(() => null) !== root) {
      throw new InvalidError(
        `The repository of ${path} keeps its working tree at ${workTree} (core.worktree). Name that directory instead.`,
      );
    }
  }
  const ignores = await personIgnores(person);
  return { ...place, ...settings, ...(ignores !== "" && { ignores }) };
}
