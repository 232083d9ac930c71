import type { Command } from "commander";
import type { DefinitionFinding } from "../../services/control/workflows/language/validate.ts";
import { EXIT } from "../exit_codes.ts";
import type { Setup } from "../definition.ts";
import { LOCAL } from "../local.later.ts";
import { readSource } from "../read_source.ts";
import type { Shell } from "../shell.ts";
import { paint } from "../terminal/paint.ts";
import { workflowsGroup } from "./group.ts";

const HELP = `
Examples:
  $ agent-harness workflows validate fix.yaml
  $ agent-harness workflows validate workflows/*.yaml --json
  $ agent-harness workflows validate - < fix.yaml

Prints one line per finding: file:line:column, the problem, and a suggestion.`;

/** `workflows validate`: checks definitions on this machine, without a service. */
export function defineValidate(program: Command, { shell, finish }: Setup): void {
  const command = workflowsGroup(program).command("validate")
    .description("Check workflow files without a service. Exits with 0 if all are valid, else 1.")
    .argument("<file...>", "definitions in YAML or JSON; - for stdin")
    .option("--json", "print one JSON document").addHelpText("after", HELP);
  command.action(async (files: string[]) => {
    finish(await validate(shell, files, command.optsWithGlobals<{ json?: boolean }>()));
  });
}

async function validate(
  { output }: Shell,
  files: readonly string[],
  { json }: { json?: boolean },
): Promise<number> {
  const { validateSource } = await LOCAL.validateWorkflow();
  const checked = [];
  for (const file of files) {
    checked.push({ file, ...(await validateSource(await readSource(file))).validation });
  }
  if (json) output.json(checked);
  else {
    for (const { file, valid, errors, warnings } of checked) {
      for (const finding of errors) output.data(findingLine(file, finding, paint.red("error")));
      for (const finding of warnings) output.data(findingLine(file, finding, paint.yellow("warning")));
      if (valid) output.talk(`${paint.green("✓")} ${file} is valid.`);
    }
  }
  return checked.every(({ valid }) => valid) ? EXIT.done : EXIT.failed;
}

/** Returns a finding as one line: the position, the problem and a suggestion. */
export const findingLine = (
  file: string,
  { line, column, message, fix }: DefinitionFinding,
  kind: string,
): string => `${file}:${line}:${column}: ${kind}: ${[message, fix].filter(Boolean).join(" ")}`;
