import { repositoryStream } from "../../../store/repositories/stream.ts";
import type { Preparation, RunDocument } from "../../../store/runs/document.ts";
import type { StepContext } from "../flow/step_context.ts";

/** Returns the setup command of a run and its origin: the run itself or its repository; null without one. */
export function chooseSetup(step: StepContext, run: RunDocument): Preparation | null {
  if (run.setup) return { command: run.setup.command, origin: "request" };
  if (run.noSetup) return null;
  const repository = run.base && step.ctx.store.documents.get(repositoryStream, run.base.repositoryId);
  if (!repository?.setup) return null;
  const { setup: command, setupRunId } = repository;
  return { command, origin: "remembered", ...(setupRunId && { rememberedFrom: setupRunId }) };
}

/** Returns the setup that was chosen when the run's commands were admitted, or chooses it for a run of an older release. */
export const setupOf = (step: StepContext, run: RunDocument): Preparation | null =>
  run.preparation === undefined ? chooseSetup(step, run) : run.preparation;
