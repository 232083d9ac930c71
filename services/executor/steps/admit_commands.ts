import { commandPermissionStream, repositoryStream } from "../../../store/repositories/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { runStream } from "../../../store/runs/stream.ts";
import { record } from "../../kernel/context.ts";
import { recordArtifact } from "../../runs/artifacts.ts";
import { namedDirectory } from "../../repositories/mod.ts";
import { isFromAgent } from "../../runs/origin.ts";
import { requestOf } from "../../runs/read_model.ts";
import { plannedOf } from "../../runs/planned.ts";
import { guidanceOf } from "../../task_sessions/read_model.ts";
import { requestApproval } from "../asking/checkpoint.ts";
import { waitForApproval } from "../asking/wait_for_approval.ts";
import { chooseWorker } from "../choose_worker.ts";
import { type Permission, permissionFor } from "../commands/permissions.ts";
import { refuseBlocked } from "../commands/commands.ts";
import { describeHolds } from "../commands/confine.ts";
import { chooseSetup } from "../setup/command.ts";
import { commandsOfWorkflow } from "../workflow/commands.ts";
import type { StepContext } from "../flow/step_context.ts";
import { type Purpose, PURPOSES } from "../../processes/sandbox/mod.ts";
import { counted } from "../../kernel/words.ts";

type Asked = { command: string; directory?: string; fromAgent: boolean; purposes: readonly Purpose[] };
type AskedPermission = Permission & Pick<Asked, "fromAgent" | "purposes">;

/**
 * Holds back commands that came with the agent token until a human has admitted each, for this repository and as it stands.
 * Commands that a human gave are admitted by that.
 */
export async function admitCommands(step: StepContext): Promise<void> {
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

/** A command that somebody wants to run now, and where: relative to the repository, its top if absent. */
export type CommandWish = { command: string; directory?: string };

/**
 * Holds a task back until a human has admitted commands that were not there when it began: an agent's guidance, or what a
 * coding agent asks for while it works. `treeish` is what lies in the worktree now, so that files which were changed
 * meanwhile are asked for anew. Gives false when all of it is admitted; otherwise the task waits, and the caller gives up.
 */
export async function holdForCommands(
  step: StepContext,
  commands: readonly CommandWish[],
  taskSessionId: string,
  treeish: string,
): Promise<boolean> {
  const run = step.run();
  const asked = commands.map((wish) => ({ ...wish, fromAgent: true, purposes: ["worker" as const] }));
  const permissions = await permissionsFor(step, run, asked, treeish);
  return await askForMissing(step, run, permissions, taskSessionId);
}

async function permissionsFor(step: StepContext, run: RunDocument, asked: readonly Asked[], treeish: string) {
  const control = await step.control();
  const permissions: AskedPermission[] = [];
  for (const { command, directory = "", ...asker } of asked) {
    const place = { repositoryId: run.base!.repositoryId, treeish, directory };
    permissions.push({ ...await permissionFor(control, place, command), ...asker });
  }
  return permissions;
}

async function askForMissing(
  step: StepContext,
  run: RunDocument,
  permissions: readonly AskedPermission[],
  taskSessionId?: string,
): Promise<boolean> {
  const missing = permissions.filter(({ id, fromAgent }) =>
    fromAgent && !step.ctx.store.documents.has(commandPermissionStream, id)
  );
  if (missing.length > 0) await askForCommands(step, run, missing, taskSessionId);
  return missing.length > 0;
}

/** Every command that the run would execute, once each, and whether an agent brought it. */
function commandsOf(step: StepContext, run: RunDocument): Asked[] {
  const { ctx } = step;
  const fromAgent = isFromAgent(run, "request");
  const found = new Map<string, Asked>();
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

/** A human who asks for a run without setup wants none in the runs after it either. */
function forgetSetup(step: StepContext, run: RunDocument): void {
  const id = run.base!.repositoryId;
  if (!run.noSetup || isFromAgent(run, "setup")) return;
  if (step.ctx.store.documents.get(repositoryStream, id)?.setup === undefined) return;
  record(step.ctx, repositoryStream, id, [{ type: "repository.setup_forgotten", data: {} }], {
    runId: run.id,
  });
}

async function askForCommands(
  step: StepContext,
  run: RunDocument,
  missing: readonly AskedPermission[],
  taskSessionId?: string,
): Promise<void> {
  const { ctx } = step;
  const holds = await describeHolds(
    step,
    run,
    PURPOSES.filter((each) => missing.some(({ purposes }) => purposes.includes(each))),
  );
  const text = missing.map(({ command, directory, files }) =>
    [
      command,
      `  in ${directory === "" ? "the top of the repository" : directory}`,
      ...files.map(({ path, object }) => `  names ${path} (${object})`),
    ].join("\n")
  ).join("\n");
  const content = await ctx.artifacts.write(`${text}\n\n${holds.join("\n")}\n`);
  await step.advance(run.round, () => {
    const name = taskSessionId ?? `round-${run.round}`;
    const path = `commands/${name}.txt`;
    const summary = `${counted(missing.length, "command")}, with the repository files that they name`;
    recordArtifact(ctx, step.context(taskSessionId), content, {
      path,
      purpose: "command",
      previewType: "text",
      label: "Commands",
      summary,
      mediaType: "text/plain",
    });
    const approvalId = requestApproval(step, run, {
      policyClass: "command",
      risk: "high",
      recommendedAction: "inspect",
      reasons: ["An agent brought commands that no human has admitted for this repository.", ...holds],
      title: missing.length === 1
        ? `Let an agent run: ${missing[0]!.command.slice(0, 200)}`
        : `Let an agent run ${missing.length} commands`,
      summary:
        "Approving admits exactly these commands in these directories of this repository, as long as the files that they name stay the same.",
      evidence: [{ id: `${run.id}/commands-${name}`, kind: "command", path, ...content, summary }],
      commands: missing.map(({ command }) => command),
      admits: {
        repositoryId: run.base!.repositoryId,
        root: namedDirectory(run.base!),
        permissions: missing.map(({ id, command, directory, filesSha256 }) => ({
          id,
          command,
          directory,
          filesSha256,
        })),
      },
    }, taskSessionId);
    if (taskSessionId) waitForApproval(step, approvalId, taskSessionId);
  });
}
