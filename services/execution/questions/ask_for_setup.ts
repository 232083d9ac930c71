import { sha256 } from "../../../store/chain.ts";
import {
  type ChangedPath,
  changedPaths,
  type Control,
  namedDirectory,
  patchOf,
} from "../../machine/repositories/mod.ts";
import { counted } from "../../ground/kernel/words.ts";
import { shownCommand, shownName } from "../../ground/policy/shown.ts";
import { recordArtifact } from "../../control/runs/artifacts.ts";
import { dialsOf } from "./border.ts";
import { requestApproval, waitForApproval } from "./approval.ts";
import { StepFailed } from "../commands/interrupts.ts";
import { describeSecrets } from "../commands/confine.ts";
import type { QuestionsPort, RunPort, SetupRequest } from "../commands/ports.ts";
import { setupPermissionId } from "../commands/permissions.ts";

/**
 * Asks a human to let the setup run with network access on unreviewed work, and shows what changed. The task waits, or without
 * one the run, and the caller stops. `why` says what makes the question necessary.
 *
 * @throws {StepFailed} where the repository refuses everything that no human has admitted
 */
export async function askForSetup(
  step: RunPort & QuestionsPort,
  { control, setup, inputs, why, taskSessionId }: SetupRequest,
): Promise<void> {
  const { ctx } = step;
  const run = step.run();
  const base = run.base!;
  if (dialsOf(step).includes("closed")) {
    throw new StepFailed(
      "policy_blocked",
      `${why} The setup with network access was refused without asking, because the repository is set to "closed". ` +
        'Set it to "border" and start the run again, or run without a setup.',
    );
  }
  const { text, files, reasons } = await setupEvidence(control, {
    command: setup.command,
    from: base.tree,
    to: setup.tree,
    inputs,
  });
  const content = await ctx.artifacts.write(ctx.redactor.facts(text));
  const secrets = await describeSecrets(step, run, ["setup"]);
  await step.advance(run.round, () => {
    const path = `setup/changes-${setup.tree.slice(0, 12)}.patch`;
    const summary = `The setup command and the ${counted(files, "file")} changed since the base`;
    recordArtifact(ctx, step.context(taskSessionId), content, {
      path,
      purpose: "command",
      previewType: "diff",
      label: "Setup on changed files",
      summary,
      mediaType: "text/x-diff",
    });
    const approvalId = requestApproval(step, run, {
      policyClass: secrets.length > 0 ? "secret-use" : "command",
      risk: "high",
      recommendedAction: "inspect",
      reasons: [why, ...reasons, ...secrets],
      title: `Run the setup with network access on changed files: ${setup.command.slice(0, 200)}`,
      summary:
        "If you approve, the setup command runs with network access on exactly these files. If you reject, the run ends.",
      evidence: [{ id: `${run.id}/${path}`, kind: "command", path, ...content, summary }],
      commands: [setup.command],
      admits: {
        repositoryId: base.repositoryId,
        root: namedDirectory(base),
        permissions: [{
          id: setupPermissionId(run, setup),
          command: setup.command,
          directory: "",
          filesSha256: sha256(setup.tree),
        }],
      },
    }, taskSessionId);
    if (taskSessionId) waitForApproval(step, approvalId, taskSessionId);
  });
}

const MAX_PATCH_BYTES = 1024 * 1024;
/** How many names a sentence lists; the text lists all of them. */
const LISTED = 20;

/** What a human sees before a setup command runs with network access on changed files, and what is left out. */
type SetupEvidence = { text: string; files: number; reasons: string[] };

/**
 * Describes the difference between two trees: every changed path with its object ids, then the patch, beginning with the
 * files that the setup reads. `reasons` names what does not fit.
 *
 * @throws {StepFailed} when the change to the files that the setup reads does not fit
 */
async function setupEvidence(
  control: Control,
  { command, from, to, inputs }: { command: string; from: string; to: string; inputs: readonly string[] },
): Promise<SetupEvidence> {
  const changes = await changedPaths(control, from, to);
  const others = changes.map(({ path }) => path).filter((path) => !inputs.includes(path));
  const read = inputs.length === 0 ? "" : await patchOf(control, from, to, inputs);
  if (read.length > MAX_PATCH_BYTES) {
    throw new StepFailed(
      "invalid_input",
      `The work changed ${
        names(inputs)
      }, which the setup command reads, and the change is too large to review. ` +
        "Ask for that change separately, in smaller steps, or run without a setup.",
    );
  }
  const rest = others.length === 0 ? "" : await patchOf(control, from, to, others);
  const shown = read.length + rest.length <= MAX_PATCH_BYTES;
  const hidden = `The patch of ${counted(others.length, "other file")} is too long to show: ${
    names(others)
  }.`;
  return {
    text: [
      shownCommand(command),
      "",
      "Changed since the base:",
      ...changes.map(line),
      "",
      read,
      shown ? rest : `${hidden}\n`,
    ].join("\n"),
    files: changes.length,
    reasons: [`Changed since the base: ${names([...inputs, ...others])}.`, ...(shown ? [] : [hidden])],
  };
}

const line = ({ path, oldMode, oldObject, newMode, newObject }: ChangedPath): string =>
  `${JSON.stringify(path)} from ${oldMode} ${oldObject} to ${newMode} ${newObject}`;

function names(paths: readonly string[]): string {
  const more = paths.length > LISTED ? `, and ${paths.length - LISTED} more` : "";
  return `${paths.slice(0, LISTED).map(shownName).join(", ")}${more}`;
}
