import type { Command } from "commander";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT, UsageError } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { askDecision } from "./review/ask.ts";
import { decide, describeDecision } from "./review/decide.ts";
import { findApproval } from "./review/find.ts";
import { choiceOf, type DecisionFlags, WITHOUT_TERMINAL } from "./review/flags.ts";
import { showApproval } from "./review/show.ts";
import { connect, type Connection, type ServiceOptions } from "./service/connection.ts";
import type { Approval } from "./service/types.ts";
import type { Shell } from "./shell.ts";
import { page } from "./terminal/page.ts";
import { paint } from "./terminal/paint.ts";
import { watchRun } from "./watch.ts";

type Options = ServiceOptions & DecisionFlags & { json?: boolean };

const EXAMPLES = `
Examples:
  $ agent-harness review
  $ agent-harness review run_01m7yd
  $ agent-harness review approval_01m7yd --rework --note 'name the file README.md'`;

/** `review`: shows what waits for a decision, and takes the decision of a person who has read it. */
export function defineReview(program: Command, { shell, finish }: Setup): void {
  const command = program.command("review").helpGroup(GROUPS.work)
    .summary("look at what waits for you, and decide")
    .description("Show an approval with its diff, risk and hashes, and decide it after confirming each.")
    .argument("[approval]", "its id, its run's id, or the beginning of one; needless if only one waits")
    .option("--yes", "decide by flags, without being asked")
    .option("--reviewed-evidence", "you have read the diff and the verifier's output")
    .option("--reviewed-hashes", "you have compared the hashes")
    .option("--reviewed-policy-class", "you have considered the policy class")
    .option("--reject", "reject it: the run fails, nothing is written")
    .option("--rework", "reject it, and send the work back with the note")
    .option("--with-output", "with --rework: the worker also gets what the verifier printed")
    .option("--note <text>", "recorded with the decision")
    .option(
      "--hunk <id>",
      "approve only this hunk; repeatable",
      (id: string, ids: string[] = []) => [...ids, id],
    )
    .addHelpText("after", `${EXAMPLES}\n\n${WITHOUT_TERMINAL}\n\nLeaving without a decision ends with 7.`);
  addServiceOptions(command);
  command.action(async (typed: string | undefined) => {
    finish(await review(shell, typed, command.optsWithGlobals<Options>()));
  });
}

/** Reviews one approval; everything it needs from a person comes through `shell.terminal`. */
export async function review(shell: Shell, typed: string | undefined, options: Options): Promise<number> {
  const { output, terminal } = shell;
  const flagged = choiceOf(options);
  const connection = connect(shell, options);
  const item = await findApproval(connection, typed);
  if (!item) {
    if (options.json) output.json(null);
    output.talk("Nothing waits for a decision.");
    return EXIT.done;
  }
  const lines = await showApproval(connection, item);
  const left = options.json ? 0 : await page(output, terminal, lines);
  if (!flagged && !terminal.interactive) {
    throw new UsageError(`Nothing was decided: there is no terminal to ask in. ${WITHOUT_TERMINAL}`);
  }
  if (left > 0) output.talk(paint.yellow(`${left} lines were not shown.`));
  const choice = flagged ?? await askDecision(terminal, output, item.approval);
  if (choice.decision === "quit") {
    output.talk("Nothing was decided.");
    return EXIT.runWaits;
  }
  const decided = await decide(connection, item.approval, choice, options.hunk);
  if (options.json) output.json(decided);
  return await conclude(shell, connection, decided, options);
}

/** Tells what became of the decision; of hunks that were picked, how they were verified alone. */
async function conclude(
  shell: Shell,
  connection: Connection,
  approval: Approval,
  { json = false }: Options,
): Promise<number> {
  if (approval.decision?.acceptedHunks) {
    shell.output.talk("The chosen hunks are verified alone and shown again.");
    return json ? EXIT.runWaits : await watchRun(shell, connection, approval.runId, {});
  }
  const { code, sentence } = describeDecision(approval);
  shell.output.talk(`${code === EXIT.done ? paint.green("✓") : paint.red("✗")} ${sentence}`);
  return code;
}
