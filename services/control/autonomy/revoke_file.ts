import { defaultsStream } from "../../../store/repositories/defaults.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import { repositoryId } from "../../machine/repositories/mod.ts";
import { resolveRepoPath } from "../../machine/repositories/repo_path.ts";
import { DEFAULTS_FILE } from "./defaults/file.ts";
import type { RepositoryDefaults } from "./defaults/schemas.ts";
import { showDefaults } from "./show_defaults.ts";

/** Takes the admission of a repository's `.agent-harness.json` back: nothing of it has an effect from now on. */
export async function revokeFile(
  ctx: Ctx<SandboxLive>,
  { repoPath }: { repoPath: string },
): Promise<RepositoryDefaults> {
  const root = resolveRepoPath(ctx, repoPath);
  const id = repositoryId(root);
  if (!ctx.store.documents.get(defaultsStream, id)?.file) {
    throw new InvalidError(`No ${DEFAULTS_FILE} of ${root} is admitted.`);
  }
  record(ctx, defaultsStream, id, [{ type: "defaults.file_revoked", data: { root } }]);
  return await showDefaults(ctx, { repoPath: root });
}
