import type { Command } from "commander";
import { addServiceOptions } from "../derived/options.ts";
import type { Setup } from "../definition.ts";
import { EXIT, UsageError } from "../exit_codes.ts";
import { readSource } from "../read_source.ts";
import { renderAnswer } from "../render/views.ts";
import { connect, type ServiceOptions } from "../service/connection.ts";
import { REPOSITORY_HELP, resolveRepository } from "../service/repository.ts";
import { resolveId } from "../service/resolve.ts";
import { namingFlags } from "../service/with_flags.ts";
import type { Shell } from "../shell.ts";
import { workflowsGroup } from "./group.ts";
import { isWorkflowFile } from "./workflow_file.ts";
import { jsonProblem } from "../../store/shared/json_problem.ts";

type Options = ServiceOptions & {
  sandbox?: boolean;
  repo: string;
  inputs?: string;
  stubs?: string;
  json?: boolean;
};

const KEY = "POST /workflow-test-runs/run";

const HELP = `
Examples:
  $ agent-harness workflows test fix.yaml
  $ agent-harness workflows test fix.yaml --sandbox --repo ~/project --inputs '{"word":"hello"}'
  $ agent-harness workflows test workflow_01 --stubs '{"check":{"exitCode":1}}' --json

Nothing is saved and no model is called. Exits with 0 if the workflow completed, 1 if it did not, and 7 if it would wait for
you.`;

/** The flags of the fields of a request. */
const FLAGS = { inputs: "--inputs", stubs: "--stubs", repoPath: "--repo" };

/** `workflows test`: tests a file or a saved workflow, with stubs or in the sandbox. */
export function defineTest(program: Command, { shell, finish }: Setup): void {
  const command = workflowsGroup(program).command("test")
    .description(
      "Test a workflow with stubs or, with --sandbox, on a temporary copy of a repository.",
    )
    .argument("<workflow>", "a file (- for stdin) or a saved workflow")
    .option("--sandbox", "run its commands and recipes on a copy, without network or secrets")
    .option("--repo <repository>", `the repository to copy: ${REPOSITORY_HELP}`, ".")
    .option("--inputs <json>", "inputs of the workflow")
    .option("--stubs <json>", "outputs by node path; a list has one output per iteration")
    .addHelpText("after", HELP);
  addServiceOptions(command);
  command.action(async (typed: string) => {
    const options = command.optsWithGlobals<Options>();
    finish(await namingFlags(FLAGS, () => test(shell, typed, options)));
  });
}

async function test(shell: Shell, typed: string, options: Options): Promise<number> {
  const { output } = shell;
  const connection = connect(shell, options);
  const which = typed === "-" || isWorkflowFile(typed)
    ? { source: await readSource(typed) }
    : { workflowId: await resolveId(connection, "/saved-workflows", typed) };
  const result = await connection.call(KEY, {
    body: {
      ...which,
      ...(options.sandbox &&
        { mode: "sandbox" as const, repoPath: await resolveRepository(() => connection, options.repo) }),
      ...(options.inputs !== undefined && { inputs: readJson("inputs", options.inputs) }),
      ...(options.stubs !== undefined && { stubs: readJson("stubs", options.stubs) }),
    },
  });
  if (options.json) output.json(result);
  else for (const line of renderAnswer(KEY, result, output.columns)) output.data(line);
  if (result.status === "paused") return EXIT.runWaits;
  return result.status === "completed" ? EXIT.done : EXIT.failed;
}

function readJson(name: string, text: string): Record<string, unknown> {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new UsageError(`--${name} takes JSON: ${jsonProblem(cause)}.`);
  }
}
