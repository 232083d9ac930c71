import { commandPermissionStream } from "../../../store/repositories/stream.ts";
import type { RunDocument } from "../../../store/runs/document.ts";
import { recordArtifact } from "../../control/runs/artifacts.ts";
import { namedDirectory } from "../../machine/repositories/mod.ts";
import { requestApproval, waitForApproval } from "./approval.ts";
import { type Permission, permissionFor } from "../commands/permissions.ts";
import { describeHolds, describeSecrets } from "../commands/confine.ts";
import type { QuestionsPort, RunPort, StepPorts, WorkspacePort } from "../commands/ports.ts";
import { type Purpose, PURPOSES } from "../../machine/processes/sandbox/mod.ts";
import { counted } from "../../ground/kernel/words.ts";
import { shownCommand, shownName } from "../../ground/policy/shown.ts";

/** A command of a run, whether an agent added it, and what it is for. */
export type RequestedCommand = {
  command: string;
  directory?: string;
  fromAgent: boolean;
  purposes: readonly Purpose[];
};
/** What a command needs, and who asks for it. */
type AskedPermission = Permission & Pick<RequestedCommand, "fromAgent" | "purposes">;

/** A command to run and its directory, relative to the repository; its root if absent. */
export type WantedCommand = { command: string; directory?: string };

/**
 * Holds a task until a human has admitted commands that were added after it began, by guidance or by a coding agent. `treeish`
 * is what the worktree holds now, so a changed file needs a new permission. Returns false when all commands are allowed;
 * otherwise the task waits, and the caller stops.
 */
export async function holdForCommands(
  step: StepPorts,
  commands: readonly WantedCommand[],
  taskSessionId: string,
  treeish: string,
): Promise<boolean> {
  const run = step.run();
  const asked = commands.map((command) => ({ ...command, fromAgent: true, purposes: ["worker" as const] }));
  const permissions = await permissionsFor(step, run, asked, treeish);
  return await askForMissing(step, run, permissions, taskSessionId);
}

/** Returns what each command needs: its directory, and the files that it names as they are in `treeish`. */
export async function permissionsFor(
  step: WorkspacePort,
  run: RunDocument,
  requested: readonly RequestedCommand[],
  treeish: string,
) {
  const control = await step.control();
  const permissions: AskedPermission[] = [];
  for (const { command, directory = "", ...asker } of requested) {
    const place = { repositoryId: run.base!.repositoryId, treeish, directory };
    permissions.push({ ...await permissionFor(control, place, command), ...asker });
  }
  return permissions;
}

/** Asks a human for the agent's commands that are not allowed yet. Returns whether there were any. */
export async function askForMissing(
  step: RunPort & QuestionsPort,
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

async function askForCommands(
  step: RunPort & QuestionsPort,
  run: RunDocument,
  missing: readonly AskedPermission[],
  taskSessionId?: string,
): Promise<void> {
  const { ctx } = step;
  const purposes = PURPOSES.filter((each) => missing.some((asked) => asked.purposes.includes(each)));
  const holds = await describeHolds(step, run, purposes);
  const secrets = await describeSecrets(step, run, purposes);
  const text = missing.map(({ command, directory, files }) =>
    [
      shownCommand(command),
      `  in ${directory === "" ? "the root of the repository" : shownName(directory)}`,
      ...files.map(({ path, object }) => `  names ${shownName(path)} (${object})`),
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
      policyClass: secrets.length > 0 ? "secret-use" : "command",
      risk: "high",
      recommendedAction: "inspect",
      reasons: [
        "An agent wants to run commands that are not yet allowed in this repository.",
        ...holds,
        ...secrets,
      ],
      title: missing.length === 1
        ? `Let an agent run: ${missing[0]!.command.slice(0, 200)}`
        : `Let an agent run ${missing.length} commands`,
      summary:
        "If you approve, exactly these commands are allowed in these directories of this repository, as long as the files they name do not change.",
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
