import { autonomyStream } from "../../../store/autonomy/stream.ts";
import { defaultsStream } from "../../../store/repositories/defaults.ts";
import { repositoryStream } from "../../../store/repositories/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { DIAL_WORDS, DIALS } from "../../ground/policy/dial.ts";
import { PROTECTED } from "../../ground/policy/protected_paths.ts";
import type { SandboxLive } from "../../machine/processes/sandbox/mod.ts";
import { admissionsOf } from "./admissions.ts";
import { fileStateOf } from "./file_state.ts";
import { defaultOf } from "./defaults/in_force.ts";
import { dialOf, setDialOf } from "./dial.ts";
import type { RepositoryList, RepositorySettings } from "./schemas.ts";

/** Lists the repositories that a human has used or set, with their settings and the paths that need a question. */
export async function listRepositories(ctx: Ctx<SandboxLive>): Promise<RepositoryList> {
  const known = [
    ...ctx.store.documents.all(repositoryStream, {}),
    ...ctx.store.documents.all(autonomyStream, {}),
    ...ctx.store.documents.all(defaultsStream, {}),
  ];
  const found = new Map(known.map(({ id, root }) => [id, root]));
  const items = await Promise.all([...found].map(([id, root]) => showRepository(ctx, id, root)));
  return {
    items: items.sort((a, b) => a.root < b.root ? -1 : 1),
    dials: DIALS.map((id) => ({ id, meaning: DIAL_WORDS[id] })),
    protectedPaths: PROTECTED.map(({ id, label, why, directories, files, also = [] }) => ({
      id,
      label,
      why,
      names: [...directories.map((name) => `${name}/`), ...files, ...also],
    })),
  };
}

/** Returns the settings of one repository. */
export async function showRepository(
  ctx: Ctx<SandboxLive>,
  id: string,
  root: string,
): Promise<RepositorySettings> {
  const { documents } = ctx.store;
  return {
    id,
    number: documents.has(repositoryStream, id) ? documents.numberOf(repositoryStream, id) : null,
    root,
    dial: await dialOf(ctx, root),
    isDefault: setDialOf(ctx, root) === null,
    setup: defaultOf(ctx, root, "setup")?.value ?? null,
    admissions: admissionsOf(ctx, { repositoryId: id }).length,
    defaultsFile: (await fileStateOf(ctx, root)).state,
  };
}
