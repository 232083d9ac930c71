import { autonomyStream } from "../../../store/autonomy/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import { repositoryId } from "../../machine/repositories/mod.ts";
import { resolveRepoPath } from "../../machine/repositories/repo_path.ts";
import { showRepository } from "./list.ts";
import type { RepositorySettings, SetDialInput } from "./schemas.ts";

/** Sets what workers ask about in a repository, for runs from now on; a stricter setting applies at once. */
export async function setDial(
  ctx: Ctx<SandboxLive>,
  { repoPath, dial }: SetDialInput,
): Promise<RepositorySettings> {
  const root = resolveRepoPath(ctx, repoPath);
  const id = repositoryId(root);
  if ((ctx.store.documents.get(autonomyStream, id)?.dial ?? null) !== dial) {
    record(ctx, autonomyStream, id, [
      dial === null
        ? { type: "autonomy.dial_cleared", data: { root } }
        : { type: "autonomy.dial_set", data: { root, dial } },
    ]);
  }
  return await showRepository(ctx, id, root);
}
