import { repositoryStream } from "../../../store/repositories/stream.ts";
import type { Ctx } from "../../ground/kernel/context.ts";
import { ForbiddenError } from "../../ground/kernel/errors.ts";
import {
  type Base,
  type Control,
  findWorkDirectory,
  headOf,
  locateRepository,
  namedDirectory,
  openControl,
  type Repository,
  repositoryId,
} from "../../machine/repositories/mod.ts";

/** A repository that the coordinator reads, and its current commit. */
export type RepositoryAtCommit = { repository: Repository; control: Control; base: Base | null };

/**
 * Opens the repository of a path for reading; nothing of it is copied. Throws `ForbiddenError` for an agent if no human
 * has used the repository here.
 */
export async function openPlace(ctx: Ctx, path: string): Promise<RepositoryAtCommit> {
  const { storageDirectory } = ctx.config;
  if (ctx.actor === "agent") requireAdmitted(ctx, path);
  const repository = await locateRepository(path, storageDirectory);
  const control = await openControl(repository, storageDirectory);
  return { repository, control, base: await headOf(control) };
}

function requireAdmitted(ctx: Ctx, path: string): void {
  const directory = namedDirectory(findWorkDirectory(path, ctx.config.storageDirectory));
  if (ctx.store.documents.has(repositoryStream, repositoryId(directory))) return;
  throw new ForbiddenError(
    `No human has used ${path} here, so agents cannot read it. A human must approve the agent's first run there.`,
  );
}
