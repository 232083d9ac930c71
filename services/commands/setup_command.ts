import type { Preparation, RunDocument } from "../../store/runs/document.ts";
import { defaultOf } from "../autonomy/defaults/mod.ts";
import { namedDirectory } from "../repositories/mod.ts";
import type { RunPort } from "./ports.ts";

/** Returns the setup command of a run and its origin: the run itself or its repository; null without one. */
export function chooseSetup(step: RunPort, run: RunDocument): Preparation | null {
  if (run.setup) return { command: run.setup.command, origin: "request" };
  if (run.noSetup) return null;
  if (!run.base) return null;
  const { value: command, runId } = defaultOf(step.ctx, namedDirectory(run.base), "setup") ?? {};
  if (command === undefined) return null;
  return { command, origin: "remembered", ...(runId && { rememberedFrom: runId }) };
}

/** Returns the setup that was chosen when the run's commands were admitted, or chooses it for a run of an older release. */
export const setupOf = (step: RunPort, run: RunDocument): Preparation | null =>
  run.preparation === undefined ? chooseSetup(step, run) : run.preparation;
