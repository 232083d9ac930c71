import type { Command } from "commander";
import { GROUPS, type Setup } from "../definition.ts";
import { addServiceOptions } from "../derived/options.ts";
import { EXIT } from "../exit_codes.ts";
import { trialLines } from "../render/trial.ts";
import { connect, type ServiceOptions } from "../service/connection.ts";
import { resolveId } from "../service/resolve.ts";
import type { Shell } from "../shell.ts";

const HELP = `
Examples:
  $ agent-harness trial show <trial>`;

/** Returns the group of the commands about trials, both hand-written and derived. */
export const trialGroup = (program: Command): Command =>
  program.commands.find((command) => command.name() === "trial") ??
    program.command("trial").helpGroup(GROUPS.api).helpCommand(false);

/** `trial show`: the comparison of the workers of a trial, and its cases. */
export function defineShow(program: Command, { shell, finish }: Setup): void {
  const command = trialGroup(program).command("show")
    .description("Show the cases of a trial, and what its workers made of them, with confidence intervals.")
    .argument("<trial>", "the trial").addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (id: string) =>
    finish(await show(shell, id, command.optsWithGlobals<ServiceOptions>()))
  );
}

async function show(
  shell: Shell,
  typed: string,
  options: ServiceOptions & { json?: boolean },
): Promise<number> {
  const connection = connect(shell, options);
  const id = await resolveId(connection, "/trials", typed);
  const trial = await connection.call("GET /trials/:id", { params: { id } });
  if (options.json) shell.output.json(trial);
  else for (const line of trialLines(trial)) shell.output.data(line);
  return EXIT.done;
}
