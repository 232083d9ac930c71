import { join } from "node:path";
import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { isSameAlternate, unadmittedAlternates } from "../../control/autonomy/alternates.ts";
import type { ExecutionLive } from "../../control/runs/execution.ts";
import { requireRun } from "../../control/runs/read_model.ts";
import type { Core, Ctx } from "../../ground/kernel/context.ts";
import { InvalidError } from "../../ground/kernel/errors.ts";
import {
  type Control,
  forget,
  locateRepository,
  namedDirectory,
  openControl,
} from "../../machine/repositories/mod.ts";

/**
 * Opens the private repository of a run's target. Throws what `locateRepository` and `openControl` throw, and `InvalidError` if the
 * target reads objects that were not admitted when the run began.
 */
export async function controlOf(
  { config }: Pick<Core, "config">,
  { base, repoPath, policy }: RunDocument,
): Promise<Control> {
  const directory = base ? namedDirectory(base) : repoPath;
  const { storageDirectory } = config;
  const repository = await locateRepository(directory, storageDirectory);
  const admitted = policy?.alternates ?? repository.alternates;
  const added = repository.alternates.find((each) => !admitted.some((other) => isSameAlternate(each, other)));
  if (added) {
    throw new InvalidError(
      `${repository.root} reads objects from ${added.real} since the run began. Retry the run, which asks about it first.`,
    );
  }
  return await openControl(repository, storageDirectory);
}

/**
 * Does what a request needs the git objects of a run for: none of them is removed meanwhile, also where the run is deleted. What
 * the work then keeps for the run is released.
 */
export const withObjectsOf = <T>(
  ctx: Ctx<ExecutionLive>,
  runId: string,
  work: (control: Control) => Promise<T>,
): Promise<T> =>
  ctx.execution.creating(async () => {
    const control = await controlOf(ctx, requireRun(ctx, runId));
    try {
      return await work(control);
    } finally {
      if (!ctx.store.documents.has(runStream, runId)) {
        await forget(ctx.config.storageDirectory, control.id, runId);
      }
    }
  });

/**
 * Opens the private repository of a directory in which no run has begun. Throws what `locateRepository` and `openControl` throw, and
 * `InvalidError` if it reads objects that nobody has allowed.
 */
export async function openAdmitted(ctx: Pick<Core, "config" | "store">, repoPath: string): Promise<Control> {
  const { storageDirectory } = ctx.config;
  const repository = await locateRepository(repoPath, storageDirectory);
  const [added] = unadmittedAlternates(ctx, repository);
  if (added) {
    throw new InvalidError(
      `${repository.root} reads objects from ${added.real}, which no one has allowed here. Begin a run there, which asks about it.`,
    );
  }
  return await openControl(repository, storageDirectory);
}

/** Returns the directory of all workspaces; nothing in it outlives the step that created it. */
export const workspacesOf = (storageDirectory: string): string => join(storageDirectory, "workspaces");
