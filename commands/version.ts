import type { Command } from "commander";
import { EXIT } from "./exit_codes.ts";
import { GROUPS, type Setup } from "./definition.ts";
import type { Output } from "./terminal/output.ts";
import { LOCAL } from "./local.later.ts";
import { localTime } from "./render/cell.ts";

/** `version`: shows the version of this program and its build. */
export function defineVersion(program: Command, { shell: { output }, finish }: Setup): void {
  program.command("version").helpGroup(GROUPS.care)
    .summary("show the version, commit and build date")
    .description(
      "Show the version of this program and, if it is packaged, the commit and date of its build.",
    )
    .option("--json", "print one JSON document")
    .addHelpText("after", "\nExamples:\n  $ agent-harness version --json")
    .action(async (_, command: Command) => {
      finish(await printVersion(output, { json: command.optsWithGlobals().json ?? false }));
    });
}

/** Prints the version. Returns the exit code. */
export async function printVersion(output: Output, { json }: { json: boolean }): Promise<number> {
  const { currentBuild } = await LOCAL.build();
  const build = { ...currentBuild(), deno: Deno.version.deno, target: Deno.build.target };
  if (json) {
    output.json(build);
    return EXIT.done;
  }
  output.data(`agent-harness ${build.version} (${build.packaging})`);
  if (build.commit) output.data(`commit  ${build.commit}`);
  if (build.builtAt) output.data(`built   ${localTime(build.builtAt)}`);
  output.data(`deno    ${build.deno}, ${build.target}`);
  return EXIT.done;
}
