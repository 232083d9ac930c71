import { defaultsStream } from "../../../../store/repositories/defaults.ts";
import { commandPermissionStream, repositoryStream } from "../../../../store/repositories/stream.ts";
import type { RunDocument } from "../../../../store/runs/document.ts";
import { runStream } from "../../../../store/runs/stream.ts";
import { record } from "../../../ground/kernel/context.ts";
import { isFromAgent } from "../../../control/runs/origin.ts";
import { requestOf } from "../../../control/runs/read_model.ts";
import { plannedOf } from "../../../control/runs/planned.ts";
import { guidanceOf } from "../../../sessions/task_sessions/read_model.ts";
import { askForMissing, permissionsFor, type RequestedCommand } from "../../questions/ask_for_commands.ts";
import { chooseWorker } from "../../tasks/choose_worker.ts";
import { refuseBlocked } from "../../commands/run_command.ts";
import { chooseSetup } from "../../commands/prepare_workspace.ts";
import { commandsOfWorkflow } from "../../nodes/plan.ts";
import type { RunPort, StepPorts } from "../../commands/ports.ts";
import type { Purpose } from "../../../machine/processes/sandbox/mod.ts";

/**
 * Holds the run until a human has admitted each command that came with the agent token, for this repository in its current
 * state. Commands that came from a human are thereby admitted.
 */
export async function admitCommands(step: StepPorts): Promise<void> {
  const { ctx } = step;
  const run = step.run();
  const asked = [...commandsOf(step, run), ...await commandsOfWorkflow(step, run)];
  for (const { command } of asked) await refuseBlocked(step, command);
  const permissions = await permissionsFor(step, run, asked, run.base!.commit);
  if (await askForMissing(step, run, permissions)) return;
  await step.advance(run.round, () => {
    for (const { id, command, directory, filesSha256, fromAgent } of permissions) {
      if (fromAgent || ctx.store.documents.has(commandPermissionStream, id)) continue;
      const data = { repositoryId: run.base!.repositoryId, command, directory, filesSha256 };
      record(ctx, commandPermissionStream, id, [{ type: "command.admitted", data }], { runId: run.id });
    }
    forgetSetup(step, run);
    const data = { commands: permissions.length, setup: chooseSetup(step, run) };
    record(ctx, runStream, run.id, [{ type: "run.commands_admitted", data }], step.context());
  });
}

/** Returns each command that the run would execute, once, and whether an agent added it. */
function commandsOf(step: RunPort, run: RunDocument): RequestedCommand[] {
  const { ctx } = step;
  const fromAgent = isFromAgent(run, "request");
  const found = new Map<string, RequestedCommand>();
  const add = (command: string, agent: boolean, purpose: Purpose) => {
    const { fromAgent: before = false, purposes = [] } = found.get(command) ?? {};
    found.set(command, { command, fromAgent: before || agent, purposes: [...purposes, purpose] });
  };
  const setup = chooseSetup(step, run);
  if (setup) add(setup.command, isFromAgent(run, "setup"), "setup");
  if (run.verifier) add(run.verifier.command, isFromAgent(run, "verifier"), "verifier");
  const choice = chooseWorker(ctx, run, requestOf(ctx, run));
  for (const session of step.sessions()) {
    for (const command of plannedOf(ctx, session.id).commands) add(command, fromAgent, "worker");
    for (const guidance of guidanceOf(ctx, session.id)) {
      if (guidance.status !== "pending" || !("worker" in choice)) continue;
      const plan = choice.worker.read?.(guidance.content, "sequential");
      if (!plan || !("tasks" in plan)) continue;
      for (const command of plan.tasks.flatMap((task) => task.commands)) {
        add(command, guidance.actor === "agent", "worker");
      }
    }
  }
  return [...found.values()];
}

/** A human who asks for a run without a setup does not want one in later runs either, wherever it came from. */
function forgetSetup(step: RunPort, run: RunDocument): void {
  const { documents } = step.ctx.store;
  const { repositoryId: id } = run.base!;
  if (!run.noSetup || isFromAgent(run, "setup")) return;
  const defaults = documents.get(defaultsStream, id);
  if (defaults?.set.setup !== undefined) {
    const data = { root: defaults.root, names: ["setup" as const] };
    // It outlives the run: when that is deleted, what it cleared must not come back.
    record(step.ctx, defaultsStream, id, [{ type: "defaults.cleared", data }]);
  }
  if (documents.get(repositoryStream, id)?.setup === undefined) return;
  record(step.ctx, repositoryStream, id, [{ type: "repository.setup_forgotten", data: {} }], {
    runId: run.id,
  });
}
