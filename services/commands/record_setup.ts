import { repositoryStream } from "../../store/repositories/stream.ts";
import type { Preparation } from "../../store/runs/document.ts";
import { runStream } from "../../store/runs/stream.ts";
import { defaultOf } from "../autonomy/defaults/mod.ts";
import { record } from "../kernel/context.ts";
import { namedDirectory } from "../repositories/mod.ts";
import { isFromAgent } from "../runs/origin.ts";
import type { CommandResult } from "./run_command.ts";
import type { RunPort } from "./ports.ts";
import { keepOutput } from "./execute_setup.ts";

type Result = Pick<Preparation, "network" | "reused" | "bytes"> & { durationMilliseconds: number };

/**
 * Records, once for each base of a run, that its setup worked, stores its output, and remembers the command for the
 * repository if the run named it.
 */
export async function recordAtBase(
  step: RunPort,
  setup: Preparation,
  result: Result,
  output: string,
): Promise<void> {
  if (step.run().preparation?.base === step.run().base!.tree) return;
  await keepOutput(step, setup, output, { name: "base" });
  await step.advance(step.run().round, (run) => {
    const { repositoryId, tree } = run.base!;
    if (run.preparation?.base === tree) return;
    const data = { ...result, tree };
    record(step.ctx, runStream, run.id, [{ type: "run.setup_completed", data }], step.context());
    const held = [
      defaultOf(step.ctx, namedDirectory(run.base!), "setup")?.value,
      step.ctx.store.documents.get(repositoryStream, repositoryId)?.setup,
    ];
    // What a human admitted for an agent's run should not apply to every other run.
    if (setup.origin !== "request" || held.includes(setup.command) || isFromAgent(run, "setup")) return;
    const remembered = { command: setup.command };
    record(step.ctx, repositoryStream, repositoryId, [
      { type: "repository.setup_remembered", data: remembered },
    ], step.context());
  });
}

/** Records that the setup worked in a worktree that differs from the base. */
export async function recordOnChanges(
  step: RunPort,
  { confinement: { network }, durationMilliseconds }: CommandResult,
  taskSessionId: string | undefined,
): Promise<void> {
  await step.advance(step.run().round, (run) => {
    const data = { network, durationMilliseconds: Math.round(durationMilliseconds) };
    record(
      step.ctx,
      runStream,
      run.id,
      [{ type: "run.setup_repeated", data }],
      step.context(taskSessionId),
    );
  });
}
