import type { Command } from "commander";
import { addServiceOptions } from "./derived/options.ts";
import { EXIT } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import { findApproval, waitingItems } from "./review/find.ts";
import { choiceOf, type DecisionFlags, WITHOUT_TERMINAL } from "./review/flags.ts";
import { look } from "./review/look.ts";
import { walk } from "./review/walk.ts";
import { connect, type ServiceOptions } from "./service/connection.ts";
import type { Shell } from "./shell.ts";

type Options = ServiceOptions & DecisionFlags & { json?: boolean };

const EXAMPLES = `
Examples:
  $ agent-harness review
  $ agent-harness review run_01m7yd
  $ agent-harness review approval_01m7yd --rework --note 'name the file README.md'`;

/** `review`: shows what waits for a decision, and records the decision of a person who has read it. */
export function defineReview(program: Command, { shell, finish }: Setup): void {
  const command = program.command("review").helpGroup(GROUPS.work)
    .summary("review what waits for you, and decide")
    .description(
      "Show an approval with its diff, risk and hashes, and decide it with single keys: 1 2 3 confirm, a approves.",
    )
    .argument(
      "[approval]",
      "id of the approval or its run, or the start of one; by default all that wait, one by one",
    )
    .option("--yes", "decide by flags, without asking")
    .option("--reviewed-evidence", "you have read the diff and the verifier output")
    .option("--reviewed-hashes", "you have compared the hashes")
    .option("--reviewed-policy-class", "you have considered the policy class")
    .option("--reject", "reject: the run fails and nothing is written")
    .option("--rework", "send the work back with the note")
    .option("--with-output", "with --rework: also send the verifier output to the worker")
    .option("--delivery <where>", "where an approved patch goes: tree (default), branch or format-patch")
    .option(
      "--author <person>",
      'with --delivery branch or format-patch: who makes the commit, such as "Ann <ann@example.org>"; by default whom git\'s configuration names',
    )
    .option("--note <text>", "recorded with the decision")
    .option("--response <json>", "with --yes: the answers that the approval of a workflow asks for")
    .option(
      "--hunk <id>",
      "approve only this hunk; repeatable",
      (id: string, ids: string[] = []) => [...ids, id],
    )
    .addHelpText(
      "after",
      `${EXAMPLES}\n\n${WITHOUT_TERMINAL}\n\nExits with 7 if you leave without a decision.`,
    );
  addServiceOptions(command);
  command.action(async (typed: string | undefined) => {
    finish(await review(shell, typed, command.optsWithGlobals<Options>()));
  });
}

/** Reviews the named approval, or all that wait, one by one. Asks only through `shell.terminal`. */
export async function review(shell: Shell, typed: string | undefined, options: Options): Promise<number> {
  const { output, terminal } = shell;
  const decided = choiceOf(options, terminal);
  const flagged = "choice" in decided ? decided.choice : null;
  const beforehand = "choice" in decided ? {} : decided.beforehand;
  const connection = connect(shell, options);
  const waiting = typed === undefined && !flagged && terminal.interactive
    ? await waitingItems(connection)
    : [];
  if (waiting.length > 1) return await walk(shell, connection, waiting, { ...options, beforehand });
  const item = waiting[0] ?? await findApproval(connection, typed);
  if (!item) {
    if (options.json) output.json(null);
    output.talk("No approvals are waiting.");
    return EXIT.done;
  }
  const seen = await look(shell, connection, item, { ...options, place: null, flagged, beforehand });
  if (typeof seen !== "string") return seen.code;
  output.talk("Nothing was decided.");
  return EXIT.runWaits;
}
