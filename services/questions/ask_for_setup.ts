import { sha256 } from "../../store/chain.ts";
import { namedDirectory } from "../repositories/mod.ts";
import { counted } from "../kernel/words.ts";
import { recordArtifact } from "../runs/artifacts.ts";
import { dialsOf } from "./border.ts";
import { requestApproval } from "./checkpoint.ts";
import { waitForApproval } from "./wait_for_approval.ts";
import { StepFailed } from "../commands/interrupts.ts";
import { describeSecrets } from "../commands/confine.ts";
import type { QuestionsPort, RunPort, SetupAsked } from "../commands/ports.ts";
import { setupEvidence } from "./setup_evidence.ts";
import { setupPermissionId } from "../commands/permissions.ts";

/**
 * Asks a human to let the setup run with network access on unreviewed work, and shows what changed. The task waits, or without
 * one the run, and the caller stops. `why` says what makes the question necessary.
 *
 * @throws {StepFailed} where the repository refuses everything that no human has admitted
 */
export async function askForSetup(
  step: RunPort & QuestionsPort,
  { control, setup, inputs, why, taskSessionId }: SetupAsked,
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
