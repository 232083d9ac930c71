import { defaultsStream } from "../../../store/repositories/defaults.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import { repositoryId } from "../../machine/repositories/mod.ts";
import { resolveRepoPath } from "../../machine/repositories/repo_path.ts";
import { DEFAULTS_FILE, readDefaultsFile } from "./defaults/file.ts";
import { readStated } from "./defaults/read_stated.ts";
import type { AdmitFileInput, RepositoryDefaults } from "./defaults/schemas.ts";
import { showDefaults } from "./show_defaults.ts";

/**
 * Admits the `.agent-harness.json` of a repository: exactly the bytes whose hash is given, which are those that a person has read.
 * Throws `InvalidError` for any other.
 */
export async function admitFile(
  ctx: Ctx<SandboxLive>,
  { repoPath, sha256 }: AdmitFileInput,
): Promise<RepositoryDefaults> {
  const root = resolveRepoPath(ctx, repoPath);
  const found = readDefaultsFile(root);
  if (found === null) throw new InvalidError(`There is no ${DEFAULTS_FILE} in ${root}.`);
  if ("problem" in found) throw new InvalidError(`${DEFAULTS_FILE}: ${found.problem}`);
  const { text } = found;
  if (found.sha256 !== sha256) {
    throw new InvalidError(
      `${DEFAULTS_FILE} has the hash ${found.sha256.slice(0, 12)}…, not ${sha256.slice(0, 12)}…: ` +
        "it has changed since you read it. Read it again, and admit what it is now.",
    );
  }
  const read = await readStated(text);
  if ("issues" in read) {
    const { line, column, message } = read.issues[0]!;
    throw new InvalidError(`${DEFAULTS_FILE}, line ${line}, column ${column}: ${message}`);
  }
  const id = repositoryId(root);
  if (ctx.store.documents.get(defaultsStream, id)?.file?.sha256 !== sha256) {
    const data = { root, sha256, text, states: read.states };
    record(ctx, defaultsStream, id, [{ type: "defaults.file_admitted", data }]);
  }
  return await showDefaults(ctx, { repoPath: root });
}
