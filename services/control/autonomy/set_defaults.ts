import { type DefaultName, defaultsStream } from "../../../store/repositories/defaults.ts";
import { repositoryStream } from "../../../store/repositories/stream.ts";
import { type Ctx, record } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import { repositoryId } from "../../machine/repositories/mod.ts";
import { resolveRepoPath } from "../../machine/repositories/repo_path.ts";
import type { RepositoryDefaults, SetDefaultsInput } from "./defaults/schemas.ts";
import { showDefaults } from "./show_defaults.ts";
import { entriesOf } from "../../../store/shared/records.ts";

/** Sets defaults of a repository by hand; null clears one, also what was learnt. What is left out stays as it is. Throws `InvalidError`. */
export async function setDefaults(
  ctx: Ctx<SandboxLive>,
  { repoPath, ...given }: SetDefaultsInput,
): Promise<RepositoryDefaults> {
  const root = resolveRepoPath(ctx, repoPath);
  const id = repositoryId(root);
  const { set = {}, learnt = {} } = ctx.store.documents.get(defaultsStream, id) ?? {};
  if (Object.keys(given).length === 0) {
    throw new InvalidError(
      "Name a verifier, a setup, a worker, needs or a place to set, or give null for one to clear it.",
    );
  }
  const entries = entriesOf<DefaultName, string | null | undefined>(given);
  const values = Object.fromEntries(
    entries.filter(([name, value]) => typeof value === "string" && set[name] !== value),
  ) as Partial<Record<DefaultName, string>>;
  const cleared = entries.filter(([, value]) => value === null).map(([name]) => name);
  const names = cleared.filter((name) => set[name] !== undefined || learnt[name] !== undefined);
  ctx.write(() => {
    if (Object.keys(values).length > 0) {
      record(ctx, defaultsStream, id, [{ type: "defaults.set", data: { root, values } }]);
    }
    if (names.length > 0) {
      record(ctx, defaultsStream, id, [{ type: "defaults.cleared", data: { root, names } }]);
    }
    const remembered = ctx.store.documents.get(repositoryStream, id)?.setup;
    if (cleared.includes("setup") && remembered !== undefined) {
      record(ctx, repositoryStream, id, [{ type: "repository.setup_forgotten", data: {} }]);
    }
  });
  return await showDefaults(ctx, { repoPath: root });
}
